// The list of languages is complete without this file. It marks the one that the browser asks for, and leads there once.
(() => {
  const links = [...document.querySelectorAll(".choose a[hreflang]")];
  const fits = (link, asked) => {
    const own = link.hreflang.toLowerCase().split("-");
    const [language, ...rest] = asked.toLowerCase().split("-");
    // Serbian without a script is read in Cyrillic; a country says nothing of the script.
    const script = rest.find((part) => part.length === 4) || "cyrl";
    return own[0] === language && (own.length === 1 || own[1] === script);
  };
  const asked = navigator.languages || [navigator.language];
  // Where one script alone is offered, it serves for both.
  const found = asked.map((one) => links.find((link) => fits(link, one)) || links.find((link) => link.hreflang.split("-")[0] === one.toLowerCase().split("-")[0])).find(Boolean);
  if (!found) return;
  found.closest("li").querySelector("b").hidden = false;
  // Whoever comes from a page of this site, goes back, or has been led before, wants to choose.
  const [how] = performance.getEntriesByType("navigation");
  const here = new URL(".", location.href).href;
  if (location.hash || document.referrer.startsWith(here) || (how && how.type !== "navigate")) return;
  try {
    if (sessionStorage.getItem("beleg-led")) return;
    sessionStorage.setItem("beleg-led", "1");
  } catch {
    // Where nothing can be remembered, nobody is led: it might be again and again.
    return;
  }
  location.replace(found.href);
})();
