"""The Russian lexicon: its shape, and what fires on sentences of its own."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from beleg.lexicons import PATTERN_TABLES, load, read_tables, tokenize
from beleg.records import Kind

TABLES = read_tables("ru")
# The glossary has tests of its own.
MINE = [name for name in PATTERN_TABLES if name != "concept"]
ENTRIES = [
    (table, label, entry if isinstance(entry, str) else entry["form"], () if isinstance(entry, str) else tuple(entry.get("unless", ())))
    for table in MINE
    for label, entries in TABLES[table].items()
    for entry in entries
]  # fmt: skip
# A word of a phrase with its wildcards, a mark, or the gap. Each part of a word is in one script ("mit-лицензи*").
WORD = re.compile(r"_|\*?(?:[а-я]+|[a-z0-9.]+)(?:-(?:[а-я]+|[a-z0-9.]+))*-?\*?|[.,:;—%№&]")


def test_every_class_has_entries():
    assert not [(table, label) for table in MINE for label, entries in TABLES[table].items() if not entries]


def test_the_word_fields_are_deep_enough():
    """Kind is a matter of vocabulary: each of the 22 has its word field."""
    assert set(TABLES["kind"]) == set(get_args(Kind))
    sizes = {label: len(entries) for label, entries in TABLES["kind"].items()}
    assert min(sizes.values()) >= 40
    assert sum(sizes.values()) >= 1800
    assert len(ENTRIES) >= 4000


def test_no_entry_stands_twice_in_a_class():
    seen = [(table, label, form) for table, label, form, _ in ENTRIES]
    assert len(seen) == len(set(seen))


def test_phrases_are_well_formed_in_one_script():
    """Lower case, ё as е, wildcards at the ends of a word only, no gap at the ends of a phrase."""
    wrong = [
        (table, label, phrase)
        for table, label, form, unless in ENTRIES
        for phrase in (form, *unless)
        if not all(WORD.fullmatch(word) for word in phrase.split()) or "_" in (phrase.split()[0], phrase.split()[-1])
    ]
    assert not wrong


def test_wildcards_stand_on_three_letters_or_more():
    """Anything shorter fires on half the dictionary."""
    short = [
        (table, label, form)
        for table, label, form, _ in ENTRIES
        if "*" in form.split()[0] and form != "_" and len(form.split()[0].strip("*-")) < 3
    ]
    assert not short


def fired(text):
    """The classes that fire on a sentence."""
    return {(hit.table, hit.label) for hit in load("ru", "Cyrl").match(tokenize(text))}


# One sentence of each trade and manner; written for this test.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # who speaks
        ("Компания сообщила, что завод работает.", "say.claim"),
        ("«Мы успеем», — заверил начальник цеха.", "say.claim"),
        ("В письме говорится о задержке.", "say.claim"),
        ("Производитель оценивает запас хода в 400 километров.", "say.name"),
        ("Лаборатория обнаружила примеси в трёх пробах.", "say.find"),
        ("Химики получили в пробе 12 %.", "say.find"),
        ("Завод опровергает обвинения.", "say.deny"),
        ("Врачи советуют не откладывать визит.", "say.advise"),
        ("Профсоюз требует проверки.", "say.demand"),
        ("Фирма намерена открыть второй цех.", "say.plan"),
        ("Директор музея похвалил реставраторов.", "say.praise"),
        ("Жильцы жалуются на шум.", "say.criticise"),
        ("Экономист не исключает роста цен.", "say.judge"),
        ("Суд оштрафовал перевозчика.", "say.order"),
        ("Издательство представило новый учебник.", "say.announce"),
        ("По данным метеослужбы, март был холоднее.", "source.before"),
        ("Согласно договору, срок истекает в мае.", "source.before"),
        ("Банк, по собственным подсчётам, потерял треть вкладчиков.", "source.own"),
        ("Ключи, по её словам, хранились в сейфе.", "source.back"),
        ("Дорогу якобы закроют на месяц.", "source.hearsay"),
        ("Пресс-секретарь ведомства промолчал.", "role.staff"),
        ("Пекарня стала первым заказчиком.", "role.customer"),
        ("Прокуратура начала проверку.", "role.authority"),
        ("Институт ведёт наблюдения с весны.", "role.laboratory"),
        ("Собеседник газеты знает о переговорах.", "role.insider"),
        ("Хозяйство, которое использует теплицу, довольно.", "role.uses"),
        ("Отчёт подготовлен по заказу производителя.", "role.tied"),
        ("Опыты шли за собственный счёт.", "role.free"),
        # documents
        ("Об этом пишут в пресс-релизе.", "document.press release"),
        ("Список изменений занимает страницу.", "document.changelog"),
        ("Годовой отчёт выйдет весной.", "document.annual report"),
        ("Примечания к выпуску опубликованы.", "document.release notes"),
        # the article's own voice
        ("Мы измерили расход дважды.", "voice.own_test"),
        ("Редакция устройство не тестировала: проверить это не удалось.", "voice.not_tested"),
        ("Независимой проверки этих цифр нет.", "voice.evidence_talk"),
        ("Проверьте дату на упаковке.", "voice.advice"),
        ("На наш взгляд, цена завышена.", "voice.analysis"),
        # what is said
        ("Вышла стабильная версия редактора.", "kind.release"),
        ("Приложение можно скачать бесплатно.", "kind.availability"),
        ("Код распространяется под лицензией MIT.", "kind.license"),
        ("Прибор поддерживает оба стандарта.", "kind.support"),
        ("Функция пока не работает на старых моделях.", "kind.limitation"),
        ("Для установки требуется 8 ГБ памяти.", "kind.requirement"),
        ("Датчик автоматически отправляет сигнал.", "kind.behaviour"),
        ("Новый фильтр заменил прежний.", "kind.change"),
        ("Насос расходует вдвое меньше энергии.", "kind.metric"),
        ("В парке насчитывается 300 трамваев.", "kind.quantity"),
        ("Проезд подорожал до 60 рублей.", "kind.price"),
        ("Клиника внедрила систему в марте.", "kind.adoption"),
        ("Тренер в восторге от новой формы.", "kind.endorsement"),
        ("Порт подписал соглашение с верфью.", "kind.partnership"),
        ("Стартап привлёк раунд на 5 млн евро.", "kind.funding"),
        ("Завод возглавил новый директор.", "kind.people"),
        ("Мэрия планирует построить мост.", "kind.plan"),
        ("Хакеры похитили базу клиентов.", "kind.security"),
        ("Партию отозвали: нашли сальмонеллу, трое отравились.", "kind.security"),
        ("Суд отменил штраф.", "kind.legal"),
        ("Выборка мала, подтверждений нет.", "kind.caveat"),
        ("Советуем подождать второй ревизии.", "kind.recommendation"),
        ("Представитель отказался от комментариев.", "kind.other"),
        # negation, modality, clauses
        ("Сервер больше не принимает старые ключи.", "negation.predicate"),
        ("Платят не только новички.", "negation.never"),
        ("Линия заработает осенью.", "modality.planned"),
        ("Наша цель — ноль отходов.", "modality.goal"),
        ("Пилотный маршрут проходит по центру.", "modality.experimental"),
        ("Если спрос вырастет, добавят рейсы.", "modality.conditional"),
        ("Известно, что мост закрыт.", "clause.that"),
        ("Рейс отменили, потому что пошёл снег.", "clause.cause"),
    ],
)
def test_it_fires(text, expected):
    assert tuple(expected.split(".", 1)) in fired(text)


@pytest.mark.parametrize(
    ("text", "unexpected"),
    [
        ("Под названием стоит год.", "say.name"),
        ("Об этом говорят за чаем.", "say.claim"),
        ("Источник питания сгорел.", "role.insider"),
        ("Аппаратные ключи раздали всем.", "role.authority"),
        ("Журнал изменений пуст.", "role.medium"),
        ("Закрыт журнал событий.", "role.medium"),
        ("Сообщество растёт.", "say.claim"),
        ("Госдума думает.", "kind.caveat"),
        ("Регулятор добавил поддержку слабовидящих.", "say.claim"),
        ("Мост открыт не раньше срока.", "kind.change"),
        ("Станция стоит у реки.", "kind.recommendation"),
        ("Бета вышла в срок.", "modality.experimental"),
        ("Если верить табло, поезд ушёл.", "modality.conditional"),
        ("Кстати, завод основан в 1910 году.", "voice.analysis"),
        ("Разрешение экрана прежнее.", "kind.legal"),
        ("Лишили лицензии двух таксистов.", "kind.license"),
        ("Отзыв покупателя короткий.", "kind.security"),
        ("Поезд прибыл в Омск.", "kind.funding"),
        ("Вирус гриппа ослаб.", "kind.security"),
    ],
)
def test_it_does_not_fire(text, unexpected):
    assert tuple(unexpected.split(".", 1)) not in fired(text)
