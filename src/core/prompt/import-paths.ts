import { languageFamily } from '../predictor/language-family.ts';

/** Imports that are followed; each may cost some looks at the file system. */
const MAX_IMPORTS = 8;
/** Imports stand at the beginning of a file. */
const MAX_SCANNED_CHARS = 8000;

const ECMASCRIPT =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["'](\.{1,2}\/[^"'\n]{1,200})["']/g;
const PYTHON = /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import|import[ \t]+([\w.]+))/gm;
const C_INCLUDE = /^[ \t]*#[ \t]*include[ \t]+"([^"\n]{1,200})"/gm;

/**
 * Where the files that a source imports may lie, in the order of the imports: for each the workspace-
 * relative paths to look at, the likeliest first. Imports of packages are not followed.
 */
export function importPaths(source: {
  readonly path: string;
  readonly languageId: string;
  readonly text: string;
}): readonly (readonly string[])[] {
  const { path, languageId } = source;
  const text = source.text.slice(0, MAX_SCANNED_CHARS);
  const directory = path.split('/').slice(0, -1);
  const found = candidates(languageFamily(languageId, path), text, path, directory);
  const seen = new Set<string>();
  return found
    .map((paths) => paths.filter((one) => one !== path && !one.startsWith('../')))
    .filter(([first]) => first !== undefined && !seen.has(first) && seen.add(first))
    .slice(0, MAX_IMPORTS);
}

function candidates(family: string, text: string, path: string, directory: readonly string[]) {
  switch (family) {
    case 'ecmascript':
    case 'component':
      return [...text.matchAll(ECMASCRIPT)].map(([, target = '']) =>
        scriptFiles(resolve(directory, target), path),
      );
    case 'python':
      return [...text.matchAll(PYTHON)].map(([, from, whole]) =>
        pythonFiles(from ?? whole ?? '', directory),
      );
    case 'c':
      return [...text.matchAll(C_INCLUDE)].map(([, target = '']) => [resolve(directory, target)]);
    default:
      return [];
  }
}

/** With its extension as it stands, where `.js` may be the name of a `.ts`; else with those of its kind. */
function scriptFiles(target: string, importer: string): string[] {
  if (/\.(?:css|scss|less|json|svg|png|html|md|txt)$/.test(target)) return [];
  const known = /\.(?:[cm]?[jt]sx?|vue|svelte)$/.exec(target);
  if (known !== null)
    return [target, ...(/\.js$/.test(target) ? [`${target.slice(0, -3)}.ts`] : [])];
  const typed = /\.[cm]?tsx?$/.test(importer);
  const kinds = typed ? ['.ts', '.tsx'] : ['.js', '.jsx', '.ts'];
  return [...kinds.map((kind) => target + kind), `${target}/index${kinds[0]}`];
}

/** `.a.b` from the package itself and up, `a.b` beside the file and from the top of the workspace. */
function pythonFiles(module: string, directory: readonly string[]): string[] {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const parts = module.slice(dots).split('.').filter(Boolean);
  if (parts.length === 0) return [];
  const near = dots === 0 ? directory : directory.slice(0, directory.length - dots + 1);
  const bases = dots > 0 ? [near] : [near, [], ['src']];
  return bases.flatMap((base) => {
    const file = [...base, ...parts].join('/');
    return [`${file}.py`, `${file}/__init__.py`];
  });
}

function resolve(directory: readonly string[], target: string): string {
  const parts = [...directory];
  for (const part of target.split('/')) {
    if (part === '..') {
      if (parts.length === 0 || parts.at(-1) === '..') parts.push('..');
      else parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
