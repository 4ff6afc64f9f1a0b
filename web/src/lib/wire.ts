// What goes over the wire, by the names of the OpenAPI description: `npm run types` makes the file they come from.

import type { components } from "./openapi";

type Schemas = components["schemas"];

export type Answer = Schemas["WireAnswer"] & { said?: string; asked?: string };
export type Citation = Schemas["WireCitation"];
export type Source = Schemas["WireSource"];
export type Collection = Schemas["CollectionEntry"];
export type Card = Schemas["WireCard"];
export type Outline = Schemas["WireOutline"];
export type Section = Schemas["WireSection"];
export type PlacedText = Schemas["WireText"];
export type Page = Schemas["WirePage"];
export type Word = Schemas["WireWord"];
export type Box = Schemas["WireBox"];
export type Job = Schemas["WireJob"];
export type Version = Schemas["Version"];
export type QuestionSet = Schemas["WireQuestionSet"];
export type ReviewQuestion = Schemas["WireReviewQuestion"];
export type Review = Schemas["WireReview"];
export type ReviewTable = Schemas["WireReviewTable"];
export type Column = Schemas["WireColumn"];
export type Row = Schemas["WireRow"];
export type Cell = Schemas["WireCell"];
export type Correction = Schemas["Correction"];
export type Redline = Schemas["WireRedline"];
export type Change = Schemas["WireChange"];
export type Run = Schemas["WireRun"];
export type RunSummary = Schemas["WireRunSummary"];
export type RunQuery = Schemas["WireRunQuery"];
export type RunResult = Schemas["WireRunResult"];
export type RunPassage = Schemas["WireRunPassage"];
export type Comparison = Schemas["WireComparison"];
export type Difference = Schemas["WireDifference"];
export type TruthFile = Schemas["TruthEntry"];
export type Truth = Schemas["WireTruth"];
export type TruthSent = Schemas["TruthQuestion"];
export type Evidence = Schemas["TruthEvidence"];
export type Span = [number, number];

/** Words in a document that are shown beside something: those of a citation, a passage, a cell. */
export interface Place {
  doc_id: string;
  document: string;
  title?: string | null;
  pinpoint: string;
  page: number | null;
  span: Span;
}
