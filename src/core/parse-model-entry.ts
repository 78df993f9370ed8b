import * as v from 'valibot';
import { nearestName } from './nearest-name.ts';
import { parseEndpoint } from './parse-endpoint.ts';
import { parseHeaders } from './parse-headers.ts';
import { quoteValue } from './quote-value.ts';
import { FIM_NAMES, type ModelEntry, PROVIDERS, SETTINGS } from './settings.ts';
import { line, numberIn, oneOf, wholeIn } from './value-schemas.ts';

/** `built-in` is the predictor and `auto` the choice of default; neither may name a configured model. */
const RESERVED_IDS = ['built-in', 'auto'];

// No server's model name comes near it; the bound keeps a hostile setting out of every request.
const MAX_MODEL_CHARS = 200;

// An unknown key that says "credential" gets the sentence about secret storage instead.
const CREDENTIAL = /key|token$|secret|password|authorization|bearer|credential/i;

const shape = SETTINGS.models.schema.items.properties;
const KNOWN_KEYS = Object.keys(shape);

// The bounds come from the settings table, so that editor, README and parser cannot disagree.
const fieldsSchema = v.object({
  id: line(shape.id.maxLength),
  provider: oneOf(PROVIDERS),
  model: v.exactOptional(line(MAX_MODEL_CHARS)),
  fim: v.exactOptional(oneOf(FIM_NAMES)),
  promptTokens: v.exactOptional(wholeIn(shape.promptTokens), shape.promptTokens.default),
  maxTokens: v.exactOptional(wholeIn(shape.maxTokens), shape.maxTokens.default),
  temperature: v.exactOptional(numberIn(shape.temperature), shape.temperature.default),
  topP: v.exactOptional(numberIn(shape.topP)),
  minP: v.exactOptional(numberIn(shape.minP)),
  topK: v.exactOptional(wholeIn(shape.topK)),
  stop: v.exactOptional(stopStrings(shape.stop.maxItems), []),
  timeoutMs: v.exactOptional(wholeIn(shape.timeoutMs), shape.timeoutMs.default),
});

function stopStrings(maxItems: number) {
  const expected = `a list of at most ${maxItems} non-empty strings`;
  const item = v.pipe(v.string(expected), v.minLength(1, expected));
  return v.pipe(v.array(item, expected), v.maxLength(maxItems, expected));
}

export interface ParsedEntry {
  /** Known as soon as the id itself is well formed, also for an entry that is left out. */
  readonly id?: string;
  /** Absent when the entry cannot be used. */
  readonly entry?: ModelEntry;
  /** Whole sentences for the person, the reason for leaving it out first. */
  readonly messages: readonly string[];
}

/**
 * Reads one entry of `firstToken.models`; `position` counts from 1 and `taken` holds the ids of the
 * entries before it. A wrong value leaves the entry out, with every wrong key in one sentence;
 * unknown keys, credentials and unsendable headers cost only themselves. Never throws.
 */
export function parseModelEntry(
  raw: unknown,
  position: number,
  taken: ReadonlySet<string>,
): ParsedEntry {
  const place = `Entry ${position} of firstToken.models`;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    const expected = 'it must be an object with "id", "provider" and "endpoint"';
    return { messages: [`${place} is left out: ${expected}.`] };
  }
  // Own, present properties only: nothing inherited counts, and `__proto__` is one more unknown key.
  const given = new Map<string, unknown>(
    Object.entries(raw).filter(([, value]) => value !== undefined),
  );
  const known: Record<string, unknown> = { id: undefined, provider: undefined };
  for (const key of KNOWN_KEYS) if (given.has(key)) known[key] = given.get(key);

  const id = v.is(fieldsSchema.entries.id, known['id']) ? known['id'] : undefined;
  const name = id === undefined ? place : `Model "${id}"`;
  const fields = v.safeParse(fieldsSchema, known);
  const endpoint = parseEndpoint(known['endpoint']);
  const headers = parseHeaders(known['headers']);

  const faults = fields.success ? [] : fieldFaults(fields.issues, known);
  if (!endpoint.ok) {
    const missing = known['endpoint'] === undefined ? 'is missing and ' : '';
    faults.push(`"endpoint" ${missing}must be ${endpoint.expected}`);
  }
  if (fields.success && fields.output.provider === 'ollama' && fields.output.model === undefined) {
    faults.push(
      '"model" is missing and must name a model that Ollama has, such as "qwen2.5-coder:1.5b-base"',
    );
  }
  if (id !== undefined && RESERVED_IDS.includes(id.toLowerCase())) {
    faults.push(`the id "${id}" is reserved, so it needs another`);
  } else if (id !== undefined && taken.has(id)) {
    faults.push(`entry ${position} repeats the id of an earlier entry, so it needs another`);
  }

  const unknown = unknownKeys([...given.keys()].filter((key) => !KNOWN_KEYS.includes(key)));
  const messages = [...unknown, ...headers.complaints].map((clause) => `${name} ${clause}.`);
  const identity = id === undefined ? {} : { id };
  if (faults.length > 0 || !fields.success || !endpoint.ok) {
    return {
      ...identity,
      messages: [`${name} is left out: ${faults.join(', and ')}.`, ...messages],
    };
  }
  const entry = { ...fields.output, endpoint: endpoint.endpoint, headers: headers.headers };
  return { ...identity, entry, messages };
}

type FieldIssue = v.InferIssue<typeof fieldsSchema>;

/** One clause per wrong field, whatever number of rules it broke. */
function fieldFaults(issues: readonly FieldIssue[], known: Readonly<Record<string, unknown>>) {
  const clauses = new Map<string, string>();
  for (const issue of issues) {
    const key = String(issue.path?.[0]?.key);
    const value = known[key];
    const clause =
      value === undefined
        ? `"${key}" is missing and must be ${issue.message}`
        : `"${key}" must be ${issue.message}, not ${quoteValue(value)}`;
    if (!clauses.has(key)) clauses.set(key, clause);
  }
  return [...clauses.values()];
}

function unknownKeys(keys: readonly string[]): string[] {
  const complaints: string[] = [];
  if (keys.some(isCredential)) {
    const where = 'keys belong in First Token: Set API Key';
    complaints.push(`holds a credential, which is ignored: ${where}`);
  }
  // Five are enough to see the slip; a sentence of a thousand is not one.
  const others = keys.filter((key) => !isCredential(key)).slice(0, 5);
  if (others.length > 0) {
    const noun = others.length === 1 ? 'an unknown key' : 'unknown keys';
    complaints.push(`has ${noun}, ignored: ${others.map(withSuggestion).join(', ')}`);
  }
  return complaints;
}

/** `max_tokens` is a slip, not a credential, although it ends in "tokens"; so is `topk`. */
function isCredential(key: string): boolean {
  return CREDENTIAL.test(key) && nearestName(key, KNOWN_KEYS) === null;
}

function withSuggestion(key: string): string {
  const near = nearestName(key, KNOWN_KEYS);
  return near === null ? quoteValue(key) : `${quoteValue(key)} (did you mean "${near}"?)`;
}
