import { pathDistance } from './corpus.ts';

/** Why a file is not learned. */
export type Refusal = 'generated' | 'lock-file' | 'secret' | 'binary' | 'too-large' | 'minified';

/** Larger files are data or bundles, and would take a slice of the index that many sources need. */
export const MAX_FILE_BYTES = 300_000;
/** A longer mean line is not written by hand. */
const MAX_MEAN_LINE_CHARS = 200;

/** No file system holds longer names, and the patterns below cost more the longer a name is. */
const MAX_NAME_CHARS = 255;

/** Directories whose content is made by tools; also used to keep searches from walking them. */
export const GENERATED_DIRECTORIES: readonly string[] = [
  ...['node_modules', 'bower_components', 'jspm_packages', 'vendor', 'third_party', 'dist', 'out'],
  ...[
    'build',
    'target',
    'bin',
    'obj',
    'coverage',
    '.git',
    '.hg',
    '.svn',
    '.next',
    '.nuxt',
    '.turbo',
  ],
  ...['.svelte-kit', '.cache', '.parcel-cache', '.yarn', '.pnpm-store', '.gradle', '.venv', 'venv'],
  ...['site-packages', '__pycache__', '.tox', '.mypy_cache', '.pytest_cache', '.terraform'],
  ...['.idea', '.vscode-test', 'Pods', 'DerivedData'],
];
const generated = new Set(GENERATED_DIRECTORIES);

const SECRET_DIRECTORIES = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker']);

const LOCK_FILE =
  /(?:^|[.-])lock(?:\.(?:json|ya?ml|hcl|toml))?$|^(?:npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|package\.resolved)$/;

const SECRET_NAMES: readonly RegExp[] = [
  /^\.env/,
  /\.env(?:\..*)?$/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx?|ppk|asc|gpg|pgp|crt|cer|der|ovpn|tfstate|tfvars|mobileprovision)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /^\.?(?:npmrc|yarnrc|netrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg|vault[-_]pass.*|s3cfg|boto)$/,
  // Sources that handle secrets are sources; files of settings with such names hold them.
  /^(?:.*[._-])?(?:credentials?|secrets?|passwords?|api[-_]?keys?|tokens?)(?:[._-].*)?\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|config|txt|properties|xml|env|csv)$/,
  /^(?:credentials?|secrets?|passwords?|kubeconfig|authorized_keys|known_hosts|auth\.json)$/,
  /^(?:service[-_]?account|client[-_]secret|google[-_]services|firebase[-_]adminsdk).*\.(?:json|plist)$/,
];

const BINARY =
  /\.(?:png|jpe?g|gif|bmp|ico|icns|webp|avif|tiff?|psd|ai|eps|pdf|svg|woff2?|ttf|otf|eot|mp[34]|m4[av]|wav|ogg|flac|webm|mov|avi|mkv|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|war|class|exe|dll|so|dylib|a|o|obj|lib|pdb|wasm|node|pyc|pyo|pyd|whl|egg|vsix|dmg|iso|bin|dat|db|sqlite3?|mdb|parquet|arrow|npy|npz|pkl|onnx|gguf|safetensors|pt|pth|h5|tflite|docx?|xlsx?|pptx?|odt|ods|map|snap|log|csv|tsv|ipynb|min\.\w+|bundle\.js)$/;

/** Whether a file holds secrets, by its name and the directories above it, wherever it lies. */
export function isSecretPath(path: string): boolean {
  const parts = path.split('/');
  const name = (parts.pop() ?? '').toLowerCase();
  if (parts.some((part) => SECRET_DIRECTORIES.has(part))) return true;
  return name.length <= MAX_NAME_CHARS && SECRET_NAMES.some((pattern) => pattern.test(name));
}

/** Judges a file by its workspace-relative path alone; null means that it may be read. */
export function refusePath(path: string): Refusal | null {
  if (isSecretPath(path)) return 'secret';
  const parts = path.split('/');
  const name = (parts.pop() ?? '').toLowerCase();
  if (parts.some((part) => generated.has(part))) return 'generated';
  if (name.length > MAX_NAME_CHARS) return 'generated';
  if (LOCK_FILE.test(name)) return 'lock-file';
  return BINARY.test(name) ? 'binary' : null;
}

/** Judges what was read. Looks at no more than `MAX_FILE_BYTES` characters. */
export function refuseText(text: string): Refusal | null {
  if (text.length > MAX_FILE_BYTES) return 'too-large';
  // What is not UTF-8 decodes to replacement characters; a few may stand in a test file.
  if (text.includes('\0') || countOf(text, '\ufffd') > text.length / 100) return 'binary';
  if (text.includes('-----BEGIN ') && text.includes('PRIVATE KEY-----')) return 'secret';
  const lines = countOf(text, '\n') + 1;
  return text.length / lines > MAX_MEAN_LINE_CHARS ? 'minified' : null;
}

/** The order in which files are learned: nearest to a file in use first, and each file once. */
export function learnOrder<T extends { readonly path: string }>(
  files: readonly T[],
  inUse: readonly string[],
): T[] {
  // Files of one directory are equally near: the distance is worked out once per directory.
  const distances = new Map<string, number>();
  const distanceOf = (path: string): number => {
    const directory = path.slice(0, path.lastIndexOf('/') + 1);
    let distance = distances.get(directory);
    if (distance === undefined) {
      // The file used last comes first in the list and counts a little nearer than the others.
      distance = inUse.reduce(
        (least, used, i) => Math.min(least, pathDistance(used, path) + i / (2 * inUse.length)),
        Number.POSITIVE_INFINITY,
      );
      if (inUse.length === 0) distance = directory.split('/').length;
      distances.set(directory, distance);
    }
    return distance;
  };
  return files
    .map((file) => ({ file, distance: distanceOf(file.path) }))
    .sort((a, b) => a.distance - b.distance || (a.file.path < b.file.path ? -1 : 1))
    .map(({ file }) => file);
}

function countOf(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) count++;
  return count;
}
