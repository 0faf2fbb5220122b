// Search: loads what a query needs of the index, and shows facts with their marks (src/beleg/render/search.py made it).
(() => {
  const place = document.querySelector("[data-index]");
  const field = place.querySelector("input");
  const [status, list, more] = [place.querySelector("[role=status]"), place.querySelector("ol"), place.querySelector(".further")];
  const STEP = 20;
  const [terms, stories, asked] = [new Map(), new Map(), new Map()];
  let index = null;
  window.beleg = {
    index: (told) => { index = told; },
    terms: (told) => Object.entries(told).forEach(([term, places]) => terms.set(term, places)),
    story: (name, told) => stories.set(name, told),
  };
  const load = (file) => {
    if (!asked.has(file)) {
      asked.set(file, new Promise((done, failed) => {
        const script = document.createElement("script");
        script.addEventListener("load", done);
        script.addEventListener("error", () => { asked.delete(file); script.remove(); failed(new Error(file)); });
        script.src = file;
        document.head.append(script);
      }));
    }
    return asked.get(file);
  };

  // Words as the index has them.
  const fold = (text) => [...text.normalize("NFKD").toLowerCase().replace(/[\p{Mn}\p{Cf}]/gu, "")].map((one) => index.letters[one] ?? one).join("");
  const words = (text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const latin = (word) => [...word].map((one) => index.serbian[one] ?? one).join("");
  const stem = (given, language) => {
    let word = given;
    if (language === "sr") word = latin(word);
    const told = index.endings[language];
    if (!told || /[\u0400-\u04ff]/.test(word) !== (language === "ru")) return word;
    for (;;) {
      const ending = told.endings.find((one) => word.endsWith(one) && word.length - one.length >= told.least);
      if (ending === undefined) break;
      word = word.slice(0, word.length - ending.length);
    }
    const last = Object.keys(told.last).find((one) => word.endsWith(one) && word.length > told.least);
    return last ? word.slice(0, word.length - last.length) + told.last[last] : word;
  };
  // What one word of a query stands for: stems that are the same, and beginnings.
  const meant = (word) => ({
    same: new Set([word, latin(word), ...Object.keys(index.endings).map((language) => stem(word, language))]),
    begins: [...new Set([word, latin(word)])].filter((one) => one.length > 2),
  });
  const fits = (term, one) => (one.same.has(term) ? 2 : one.begins.some((start) => term.startsWith(start)) ? 1 : 0);

  const needed = (one) => {
    const ranges = [...[...one.same].map((term) => [term, term]), ...one.begins.map((start) => [start, `${start}\uffff`])];
    return index.chunks.filter(([first], at) => {
      const next = index.chunks[at + 1];
      return ranges.some(([from, to]) => first <= to && (!next || from < next[0]));
    }).map(([, file]) => file);
  };
  // The facts that have every word: the better each fits the earlier, then in the order of the index.
  const hits = (query) => {
    let found = null;
    for (const one of query) {
      const here = new Map();
      for (const [term, places] of terms) {
        const weight = fits(term, one);
        if (!weight) continue;
        for (const part of places.split(";")) {
          const [story, facts] = part.split(":");
          for (const fact of facts.split(",")) {
            const name = `${story}:${fact}`;
            if (!found || found.has(name)) here.set(name, Math.max(here.get(name) ?? 0, weight));
          }
        }
      }
      here.forEach((weight, name) => here.set(name, weight + (found?.get(name) ?? 0)));
      found = here;
    }
    const at = (name) => name.split(":").map(Number);
    return [...found].sort(([a, x], [b, y]) => y - x || at(a)[0] - at(b)[0] || at(a)[1] - at(b)[1]).map(([name]) => at(name));
  };

  const element = (tag, name, text) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text) made.textContent = text;
    return made;
  };
  const clone = (name) => place.querySelector(`template[data-mark="${name}"]`).content.cloneNode(true);
  // A text with the words that were found marked; says whether any was.
  const marked = (into, text, language, query) => {
    let any = false;
    text.split(/([\p{L}\p{N}\p{Mn}\p{Cf}]+)/u).forEach((part, at) => {
      const plain = at % 2 ? fold(part) : "";
      const hit = plain && query.some((one) => fits(stem(plain, language.slice(0, 2)), one) || one.begins.some((start) => plain.startsWith(start)));
      into.append(hit ? element("mark", "", part) : part);
      any ||= Boolean(hit);
    });
    return any;
  };
  const here = document.documentElement.lang;
  const shown = (story, told, query) => {
    const item = element("li", `fact ${told.css}`);
    const line = item.appendChild(element("div", "line"));
    const voice = line.appendChild(element("p", "voice"));
    voice.append(clone(told.css));
    if (told.who) voice.append(" ", element("b", "", told.who));
    if (told.via) voice.append(" ", element("span", "", told.via));
    [...(told.how ?? []), ...(told.unsure ? [place.dataset.unsure] : [])].forEach((one) => voice.append(" ", element("em", "", one)));
    const body = line.appendChild(element("div"));
    const link = element("a");
    link.href = `${story}.html#${told.id}`;
    const text = element("span");
    if (told.lang) text.lang = told.lang;
    const any = marked(text, told.text, told.lang ?? here, query);
    if (told.lead) link.append(`${told.lead} `);
    const [before, after] = told.quoted ? place.dataset.quoted.split("%1") : ["", ""];
    link.append(before, text, after);
    body.appendChild(element("p", "say")).append(link);
    if (told.made) body.append(element("p", "made", told.made));
    if ("note" in told) body.append(element("p", "note", told.note ? place.dataset.measured : place.dataset.account));
    if (told.clash) body.appendChild(element("p", "note clash")).append(clone("clash"));
    if (!any) {
      for (const [language, quote] of told.quotes ?? []) {
        const words = element("blockquote");
        words.lang = language;
        if (marked(words, quote, language, query)) {
          body.append(words);
          break;
        }
      }
    }
    body.append(element("p", "src flat", stories.get(story).title));
    return item;
  };

  let turn = 0;
  const show = async (text) => {
    const mine = ++turn;
    try {
      await load(place.dataset.index);
      const query = [...new Set(words(text))].map(meant);
      await Promise.all([...new Set(query.flatMap(needed))].map(load));
      if (mine !== turn) return;
      const found = query.length ? hits(query) : [];
      let done = 0;
      const further = async () => {
        const next = found.slice(done, done + STEP);
        await Promise.all([...new Set(next.map(([story]) => `search/${index.stories[story]}.facts.js`))].map(load));
        if (mine !== turn) return;
        next.forEach(([story, at]) => {
          const name = index.stories[story];
          const told = stories.get(name).facts[at];
          if (told) list.append(shown(name, told, query));
        });
        done += next.length;
        more.hidden = done >= found.length;
      };
      list.replaceChildren();
      more.onclick = async () => { const first = done; await further(); list.children[first]?.querySelector("a").focus(); };
      await further();
      if (mine !== turn) return;
      const number = new Intl.NumberFormat(here).format(found.length);
      status.textContent = query.length ? (found.length ? place.dataset.told.replace("%1", number) : place.dataset.none) : "";
    } catch {
      if (mine === turn) status.textContent = place.dataset.failed;
    }
  };
  let timer = 0;
  const ask = () => {
    clearTimeout(timer);
    const text = field.value.trim();
    // On a file system the address stays as it is.
    try { history.replaceState(history.state, "", text ? `?q=${encodeURIComponent(text)}` : location.pathname); } catch { /* fine */ }
    document.querySelectorAll(".dateline nav a").forEach((link) => { link.search = text ? `q=${encodeURIComponent(text)}` : ""; });
    return show(text);
  };
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 250); });
  place.querySelector("form").addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  if (field.value) ask();
})();
