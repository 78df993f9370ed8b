import { expect, test } from 'vitest';
import {
  learnOrder,
  MAX_FILE_BYTES,
  type Refusal,
  refusePath,
  refuseText,
} from '../../../src/core/predictor/file-filter.ts';

const paths: readonly [Refusal | null, string][] = [
  [
    null,
    'src/main.ts src/editor/secrets.ts lib/tokens.py src/api_key.go Dockerfile Makefile README.md',
  ],
  [null, 'src/environment.ts src/env.ts src/lock.ts src/blocks.css package.json tsconfig.json'],
  [
    null,
    'src/keyboard.ts config/settings.yaml .github/workflows/ci.yml src/.eslintrc.json src/keys.ts',
  ],
  [null, 'src/block.json docs/unlock.yaml src/distance/a.ts outline/a.ts .gitignore'],
  [
    'secret',
    '.env .env.local app/.env.production prod.env a/server.pem tls.key id_rsa id_ed25519.pub',
  ],
  ['secret', '.npmrc .netrc .pypirc .htpasswd .git-credentials credentials credentials.json'],
  [
    'secret',
    'config/secrets.yml config/secrets.production.json passwords.txt app-credentials.json',
  ],
  ['secret', '.ssh/config .aws/config home/.kube/config service-account.json client_secret_1.json'],
  [
    'secret',
    'infra/prod.tfvars infra/terraform.tfstate release.keystore cert.p12 CREDENTIALS.JSON',
  ],
  ['secret', 'kubeconfig api-keys.json my_tokens.toml auth.json'],
  [
    'lock-file',
    'package-lock.json yarn.lock pnpm-lock.yaml Cargo.lock go.sum poetry.lock composer.lock',
  ],
  ['lock-file', 'npm-shrinkwrap.json Gemfile.lock .terraform.lock.hcl packages.lock.json bun.lock'],
  ['generated', 'node_modules/a/index.js a/dist/b.js out/x.js .git/config target/debug/x.rs'],
  ['generated', 'a/__pycache__/b.py .venv/lib/a.py coverage/x.js build/x.ts'],
  ['binary', 'a.png b.JPG font.woff2 lib.so model.gguf data.csv x.min.js x.js.map a.wasm b.sqlite'],
  ['binary', 'app.log test/__snapshots__/a.snap notebook.ipynb'],
];

const table = paths.flatMap(([refusal, list]) =>
  list.split(' ').map((path) => [path, refusal] as const),
);

test.each(table)('%s: %s', (path, refusal) => {
  expect(refusePath(path)).toBe(refusal);
});

const texts: readonly [name: string, text: string, refusal: Refusal | null][] = [
  ['ordinary source', 'const a = 1;\n'.repeat(100), null],
  ['an empty file', '', null],
  ['one short line', 'export {};', null],
  ['exactly at the limit', 'a\n'.repeat(MAX_FILE_BYTES / 2), null],
  ['over the limit', 'a\n'.repeat(MAX_FILE_BYTES / 2 + 1), 'too-large'],
  ['minified', `${'a=b;'.repeat(100)}\n`.repeat(20), 'minified'],
  ['a licence line above a bundle', `/* licence */\n${'a=b;'.repeat(1000)}`, 'minified'],
  ['a zero byte', 'abc\0def', 'binary'],
  ['not UTF-8', 'a\ufffd\ufffd\ufffd\n'.repeat(20), 'binary'],
  ['one odd character', `${'const a = 1;\n'.repeat(50)}\ufffd`, null],
  ['a private key by another name', '-----BEGIN RSA PRIVATE KEY-----\nMII\n', 'secret'],
];

test.each(texts)('%s', (_, text, refusal) => {
  expect(refuseText(text)).toBe(refusal);
});

test('a name that no file system holds is refused before any pattern is slowed down by it', () => {
  for (const part of ['secret.', 'credentials-', '.lock', 'token_', '-lock.', '.env.']) {
    expect(refusePath(part.repeat(20_000))).toBe('generated');
  }
});

test('files nearest to those in use come first, then by name', () => {
  const files = ['z.ts', 'app/far/deep/x.ts', 'lib/c.ts', 'app/b.ts', 'app/a.ts', 'app/sub/d.ts'];
  const ordered = learnOrder(
    files.map((path) => ({ path })),
    ['app/main.ts'],
  ).map(({ path }) => path);
  expect(ordered).toEqual([
    ...['app/a.ts', 'app/b.ts', 'app/sub/d.ts', 'z.ts', 'app/far/deep/x.ts', 'lib/c.ts'],
  ]);
});

test('the neighbours of the file used last come before those of the others', () => {
  const files = [{ path: 'b/x.ts' }, { path: 'a/x.ts' }, { path: 'c/x.ts' }];
  expect(learnOrder(files, ['a/1.ts', 'c/1.ts']).map(({ path }) => path)).toEqual([
    ...['a/x.ts', 'c/x.ts', 'b/x.ts'],
  ]);
});

test('without any file in use the shallow ones come first', () => {
  const files = [{ path: 'a/b/c.ts' }, { path: 'a/b.ts' }, { path: 'a.ts' }];
  expect(learnOrder(files, []).map(({ path }) => path)).toEqual(['a.ts', 'a/b.ts', 'a/b/c.ts']);
});
