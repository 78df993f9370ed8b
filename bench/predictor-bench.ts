import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../scripts/lib/project-root.ts';
import { createPredictor, type LearnedDocument } from '../src/core/predictor/predictor.ts';
import type { CompletionRequest } from '../src/core/request.ts';
import type { Figures } from './figures.ts';
import { measure } from './measure.ts';

const POSITIONS = 3000;

/** This project's own sources: real code of a known size that every checkout has. */
function readSources(root: string): LearnedDocument[] {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
    .map((file) => ({
      uri: `file:///src/${file}`,
      path: `src/${file}`,
      languageId: file.endsWith('x') ? 'typescriptreact' : 'typescript',
      text: readFileSync(path.join(root, 'src', file), 'utf8'),
    }));
}

/** Cursor positions spread evenly over all text, as if somebody typed it once more. */
function requestsOver(documents: readonly LearnedDocument[]): CompletionRequest[] {
  const total = documents.reduce((sum, { text }) => sum + text.length, 0);
  const step = Math.max(1, Math.floor(total / POSITIONS));
  return documents.flatMap((document) => {
    const requests: CompletionRequest[] = [];
    for (let at = step; at < document.text.length; at += step) {
      // What stands after the cursor in the file is what has not been typed yet.
      const lineEnd = document.text.indexOf('\n', at);
      const below = lineEnd === -1 ? document.text.length : lineEnd;
      requests.push({
        documentUri: document.uri,
        languageId: document.languageId,
        path: document.path,
        prefix: document.text.slice(Math.max(0, at - 8000), at),
        suffix: document.text.slice(below, below + 2000),
        trigger: 'automatic',
        multiline: false,
        keystrokeAtMs: 0,
      });
    }
    return requests;
  });
}

/** The predictor on one keystroke, and while it reads one file of the workspace. */
export async function benchPredictor(): Promise<Figures> {
  const documents = readSources(projectRoot);
  const predictor = createPredictor();
  const learn = await measure('learnOneFile', documents, (document) => predictor.learn(document));
  const predict = await measure('predictAtOneCursor', requestsOver(documents), (request) =>
    predictor.predict(request),
  );
  return { ...learn, ...predict, tokensLearnedCount: predictor.stats().tokens };
}
