#!/usr/bin/env node
// Checks an export of the audit without a server: runs from the source as it lies in the repository, with Node alone.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write('cairn-audit-verify needs Node 22.18 or newer: npx -p node@24 -c "npx cairn-audit-verify …"\n');
  process.exitCode = 2;
} else {
  const { runVerifier } = await import('../src/offline/cli.ts');
  process.exitCode = await runVerifier(process.argv.slice(2), process);
}
