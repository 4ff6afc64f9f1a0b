// The words of the interface, from one catalogue per language; a missing word is a type error.

import { cs } from "../locales/cs";
import { csQuestions, csSets } from "../locales/cs-questions";
import { csSaid } from "../locales/cs-said";
import { en } from "../locales/en";

export type Language = "en" | "cs";
export type Words = { [key in keyof typeof en]: string };

const CATALOGUES: Record<Language, Words> = { en, cs };

/** The server speaks English; another language has sentences of its own, by the short words that the server gives. */
const SAID: Partial<Record<Language, Record<string, string>>> = { cs: csSaid };

let language = $state<Language>("en");

export function chooseLanguage(chosen: Language): void {
  language = chosen;
  document.documentElement.lang = chosen;
}

export function chosenLanguage(): Language {
  return language;
}

/** A text, with `{name}` replaced; several forms, divided by `|`, are chosen by `count`: one, (few,) many. */
export function t(key: keyof Words, values: Record<string, string | number> = {}): string {
  const forms = CATALOGUES[language][key].split("|");
  const count = values["count"];
  const form = forms.length > 1 && typeof count === "number" ? pick(forms, count) : forms[0]!;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A sentence of the server in the chosen language; one that the page does not know is shown as it came. */
export function said(kind: string, sentence: string, reason = sentence): string {
  return SAID[language]?.[kind]?.replace("{reason}", () => reason) ?? sentence;
}

/** The title of a set of questions that ships, in the chosen language; another title as it came. */
export function setTitle(title: string): string {
  return (language === "cs" && csSets[title]) || title;
}

/** A question that ships, in the chosen language; a question of somebody's own as it was written. */
export function shownQuestion(question: string): string {
  return (language === "cs" && csQuestions[question]?.[1]) || question;
}

/** The heading of a column: names of questions that ship are for programs, with underscores. */
export function columnName({ name, question }: { name: string; question: string }): string {
  const own = language === "cs" && csQuestions[question]?.[0];
  if (own) return own;
  const words = name.replaceAll("_", " ");
  return words === name ? name : words[0]!.toUpperCase() + words.slice(1);
}

/** What a kind of document is called. */
export function kindName(kind: string): string {
  const key = `kind.${kind}` as keyof Words;
  return key in CATALOGUES[language] ? t(key) : kind;
}

function pick(forms: string[], count: number): string {
  const rule = new Intl.PluralRules(language).select(count);
  return (rule === "one" ? forms[0] : rule === "few" && forms.length > 2 ? forms[1] : forms.at(-1))!;
}

/** As dates are written where the browser is, if that speaks the chosen language. */
function locale(): string {
  return navigator.languages.find((one) => one.startsWith(language)) ?? language;
}

/** A number with so many digits behind the point, or the comma. */
export function shownNumber(value: number, digits: number, { signed = false } = {}): string {
  const key = `${language}/${digits}/${signed}`;
  const known = FORMATS.get(key) ?? makeFormat(digits, signed);
  FORMATS.set(key, known);
  return known.format(value);
}

// A format takes long to make, and a table has hundreds of numbers.
const FORMATS = new Map<string, Intl.NumberFormat>();

function makeFormat(digits: number, signed: boolean): Intl.NumberFormat {
  const sign = signed ? "exceptZero" : "auto";
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign });
}

/** A duration such as "60 days", in the chosen language; one in units that browsers do not know as it came. */
export function shownDuration(duration: string): string {
  const [, count, unit] = /^(\d+(?:\.\d+)?) (hour|day|week|month|year)s?$/.exec(duration) ?? [];
  return unit ? new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" }).format(Number(count)) : duration;
}

export function shownDate(date: string | null | undefined): string {
  if (!date) return "";
  const day = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? date : day.toLocaleDateString(locale(), { timeZone: "UTC", dateStyle: "medium" });
}

/** A moment, as ISO text, to the minute. */
export function shownTime(moment: string | null | undefined): string {
  const time = new Date(moment ?? "");
  return Number.isNaN(time.getTime()) ? (moment ?? "") : time.toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}
