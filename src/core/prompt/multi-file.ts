import type { ContextFile } from '../request.ts';
import type { FimTemplateName } from './fim.ts';

interface Surrounding {
  /** Stands before the whole prompt of the current file. */
  readonly before: string;
  /** Stands at the beginning of the current file's prefix. */
  readonly inPrefix: string;
}

/** How one family saw several files of one project in training. Everything must have been escaped. */
interface MultiFileForm {
  layOut(files: readonly ContextFile[], path: string): Surrounding;
  /** Ends an answer that goes on to a next file, besides the family's own tokens. */
  readonly stop?: string;
}

const each = (files: readonly ContextFile[], one: (file: ContextFile) => string): string =>
  files.map(one).join('');

/** A name must stand there; the real one would tell the model little and the server more than it needs. */
const REPOSITORY = 'project';

/**
 * Sources: the Qwen2.5-Coder README, section 5.1 of the StarCoder2 paper (the path of the current file
 * stands behind the prefix token), the CodeGemma page of ai.google.dev (a separator, no paths), JetBrains'
 * Mellum example, DeepSeek-Coder's README (a comment with the path above each file) and Continue's
 * table for Codestral. Families that are not here have no form that anyone documents, and get one file.
 */
export const MULTI_FILE_FORMS: Readonly<Partial<Record<FimTemplateName, MultiFileForm>>> = {
  qwen: {
    layOut: (files, path) => ({
      before: `<|repo_name|>${REPOSITORY}\n${each(files, (file) => `<|file_sep|>${file.path}\n${endLine(file.text)}`)}<|file_sep|>${path}\n`,
      inPrefix: '',
    }),
  },
  starcoder2: {
    layOut: (files, path) => ({
      before: `<repo_name>${REPOSITORY}${each(files, (file) => `<file_sep>${file.path}\n${file.text}`)}<file_sep>`,
      inPrefix: `${path}\n`,
    }),
  },
  deepseek: {
    layOut: (files, path) => ({
      before: '',
      inPrefix: `${each(files, (file) => `#${file.path}\n${endLine(file.text)}`)}#${path}\n`,
    }),
  },
  codegemma: {
    layOut: (files) => ({
      before: each(files, (file) => `${file.text}<|file_separator|>`),
      inPrefix: '',
    }),
  },
  codestral: {
    layOut: (files, path) => ({
      before: '',
      inPrefix: `${each(files, (file) => `+++++ ${file.path}\n${endLine(file.text)}\n`)}+++++ ${path}\n`,
    }),
    stop: '\n+++++ ',
  },
  mellum: {
    layOut: (files) => ({
      before: each(files, (file) => `<filename>${file.path}\n${endLine(file.text)}\n`),
      inPrefix: '',
    }),
  },
};

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
