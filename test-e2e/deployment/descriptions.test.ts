import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readDockerfile } from './dockerfile.ts';
import { root } from './build-image.ts';

const read = (path: string): string => readFileSync(join(root, 'docker', path), 'utf8');

interface ComposeService {
  readonly build?: { readonly dockerfile: string };
  readonly environment?: object;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly volumes?: readonly string[];
}

const services: readonly [name: string, ComposeService][] = Object.entries(parse(read('compose.yaml'), { merge: true }).services);
const objects = parseAllDocuments(read('kubernetes/cairn.yaml')).map((document) => document.toJS());
const caddyfile = read('Caddyfile');

interface IngressPath {
  readonly path: string;
  readonly backend: { readonly service: { readonly name: string } };
}

/** Every setting that the operators' page of settings lists. */
const settings = new Set([...read('configuration.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));

test('the services of the compose file are built from Dockerfiles that are there', () => {
  const built = services.flatMap(([, { build }]) => (build === undefined ? [] : [build.dockerfile]));
  expect(built.length).toBeGreaterThan(4);
  for (const dockerfile of built) expect([dockerfile, existsSync(join(root, dockerfile))]).toEqual([dockerfile, true]);
});

test('what the services are told are settings that there are', () => {
  const ofCompose = services.flatMap(([name, { environment = {} }]) =>
    name === 'postgres' || name === 'proxy' ? [] : Object.keys(environment),
  );
  const ofKubernetes = objects.flatMap((object) => Object.keys((object.kind === 'ConfigMap' && object.data) || {}));
  const unknown = [...ofCompose, ...ofKubernetes].filter((name) => !settings.has(name));
  expect(unknown).toEqual([]);
});

test('each variable of the compose file without a default is in the example of its settings', () => {
  const needed = [...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
  const given = [...read('example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(given).toEqual(expect.arrayContaining([...new Set(needed)]));
});

test('checkpoints of the audit persist, and every gateway and worker has the same', () => {
  const mounted = services.filter(([, { environment = {} }]) => 'CAIRN_AUDIT_DIR' in environment);
  expect(mounted.map(([name]) => name)).toEqual(['gateway', 'worker']);
  for (const [name, { environment = {}, volumes, build }] of mounted) {
    const folder = (environment as Record<string, string>)['CAIRN_AUDIT_DIR'];
    expect([name, volumes]).toEqual([name, [`checkpoints:${folder}`]]);
    // The image makes the folder for its user, which the volume takes over.
    expect(readFileSync(join(root, build?.dockerfile ?? ''), 'utf8')).toContain('RUN mkdir -p ~/checkpoints');
  }
  const claim = objects.find(({ kind }) => kind === 'PersistentVolumeClaim');
  expect(claim.spec.accessModes).toEqual(['ReadWriteMany']);
  const sharing = objects.filter(({ kind, spec }) => kind === 'Deployment' && JSON.stringify(spec).includes(claim.metadata.name));
  expect(sharing.map(({ metadata }) => metadata.name)).toEqual(['cairn-gateway', 'cairn-worker']);
  for (const { spec } of sharing) {
    const [container] = spec.template.spec.containers;
    const { value } = container.env.find(({ name }: { name: string }) => name === 'CAIRN_AUDIT_DIR');
    expect(container.volumeMounts).toContainEqual({ name: 'checkpoints', mountPath: value });
  }
});

test('no container runs as root, may write to its image or gains rights', () => {
  for (const [name, service] of services) {
    if (service.build === undefined) continue;
    expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([name, true, ['ALL'], ['no-new-privileges:true']]);
    const user = readDockerfile(readFileSync(join(root, service.build.dockerfile), 'utf8'))
      .at(-1)
      ?.instructions.find((one) => one.name === 'USER');
    expect([name, user?.rest]).toEqual([name, 'node']);
  }
  for (const { spec, metadata } of objects.filter((object) => object.kind === 'Deployment' || object.kind === 'Job')) {
    const pod = spec.template.spec;
    expect([metadata.name, pod.securityContext.runAsNonRoot]).toEqual([metadata.name, true]);
    for (const container of pod.containers)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  }
});

test('the proxy and the ingress send the same paths to the same services', () => {
  const ofCaddy = ['consent', 'oauth', 'dashboard'].flatMap((name) => {
    const [, paths = ''] = new RegExp(String.raw`@${name} path (.+)`).exec(caddyfile) ?? [];
    return paths.split(' ').map((path) => `${name} ${path.replace(/\/?\*$/, '')}`);
  });
  const ingress = objects.find(({ kind }) => kind === 'Ingress');
  const ofIngress = ingress.spec.rules[0].http.paths.map(
    ({ path, backend }: IngressPath) => `${backend.service.name.replace('cairn-', '')} ${path}`,
  );
  expect([...new Set(ofCaddy), 'gateway /'].toSorted()).toEqual(ofIngress.toSorted());
});

test("the dashboard asks for metrics that the operators' page tells of", () => {
  const dashboard = JSON.parse(read('grafana/cairn.json')) as { panels: { targets: { expr: string }[] }[] };
  const told = new Set([...read('operating.md').matchAll(/`((?:http|cairn|gen_ai|process|v8js|nodejs)_\w+)`/g)].map(([, name]) => name));
  const asked = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) =>
      [...expr.matchAll(/\b((?:http_server|cairn|gen_ai_client|process|v8js|nodejs)_\w+)/g)].map(([, name = '']) => name),
    ),
  );
  const names = [...new Set(asked.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))];
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !told.has(name))).toEqual([]);
});

test('each service has the port and the checks of its image', () => {
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'Deployment')) {
    const [container] = spec.template.spec.containers;
    const image = readDockerfile(read(`${container.name}.Dockerfile`)).at(-1);
    const port = image?.instructions.find(({ name }) => name === 'EXPOSE')?.rest;
    const ports = [container.ports[0].containerPort, container.livenessProbe.httpGet.port, container.readinessProbe.httpGet.port];
    expect([metadata.name, ...ports]).toEqual([metadata.name, ...ports.map(() => Number(port))]);
    const service = objects.find((one) => one.kind === 'Service' && one.metadata.name === metadata.name);
    if (service) expect(service.spec.ports[0].targetPort).toBe(Number(port));
  }
});
