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
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

const services: readonly [name: string, ComposeService][] = Object.entries(parse(read('compose.yaml'), { merge: true }).services);
const documents = parseAllDocuments(read('kubernetes/cairn.yaml'));
const objects = documents.map((document) => document.toJS());
const workloads = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
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
  const ofMaps = objects.flatMap((object) => Object.keys((object.kind === 'ConfigMap' && object.data) || {}));
  const ofContainers = workloads.flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap(({ env = [] }: { env?: { name: string }[] }) => env.map(({ name }) => name)),
  );
  const ofSecrets = [...read('kubernetes/cairn.yaml').matchAll(/--from-literal=(\w+)=/g)].map(([, name = '']) => name);
  expect(ofSecrets).toContain('CAIRN_MASTER_KEY');
  const unknown = [...ofCompose, ...ofMaps, ...ofContainers, ...ofSecrets].filter((name) => !settings.has(name));
  expect(unknown).toEqual([]);
});

test('each variable of the compose file is in the example of its settings, and those without a default are to be filled in', () => {
  const named = [...read('compose.yaml').matchAll(/\$\{(\w+)(:\?)?/g)];
  const given = (pattern: RegExp) => new Set([...read('example.env').matchAll(pattern)].map(([, name]) => name));
  const needed = named.flatMap(([, name, isNeeded]) => (isNeeded ? [name] : []));
  expect([...given(/^(\w+)=/gm)]).toEqual(expect.arrayContaining([...new Set(needed)]));
  expect(given(/^#?(\w+)=/gm)).toEqual(new Set(named.map(([, name]) => name)));
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
  for (const { spec, metadata } of workloads) {
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

test('the objects for Kubernetes are well-formed, and what they name is among them', () => {
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  const names = (kind: string): readonly string[] => objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);
  const made = [...read('kubernetes/cairn.yaml').matchAll(/create secret generic (\S+)/g)].map(([, name]) => name);
  for (const { metadata, spec } of workloads) {
    const text = JSON.stringify(spec);
    const named = (pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
    const known = (kind: string, pattern: RegExp, there: readonly (string | undefined)[]) =>
      expect([metadata.name, kind, named(pattern).filter((name) => !there.includes(name))]).toEqual([metadata.name, kind, []]);
    known('config map', /"configMapRef":{"name":"([^"]+)"/g, names('ConfigMap'));
    known('secret', /"secret(?:Key)?Ref":{"name":"([^"]+)"/g, made);
    known('claim', /"claimName":"([^"]+)"/g, names('PersistentVolumeClaim'));
    const volumes = (spec.template.spec.volumes ?? []).map(({ name }: { name: string }) => name);
    known('volume', /"name":"([^"]+)","mountPath"/g, volumes);
    if (spec.selector) expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  }
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'Service')) {
    expect(spec.selector).toEqual({ app: metadata.name });
    expect(names('Deployment')).toContain(metadata.name);
  }
  const ingress = objects.find(({ kind }) => kind === 'Ingress');
  for (const { backend } of ingress.spec.rules[0].http.paths as IngressPath[]) expect(names('Service')).toContain(backend.service.name);
});

test('each container has an image that is built here, of this release, and says what it takes of the machine', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  for (const { metadata, spec } of workloads) {
    for (const { image, resources, command } of spec.template.spec.containers) {
      const [, app = '', tag] = /^cairn\/(\w+):(.+)$/.exec(image) ?? [];
      expect([image, tag, existsSync(join(root, 'docker', `${app}.Dockerfile`))]).toEqual([image, version, true]);
      if (command) expect(existsSync(join(root, `apps/${app}/src`, String(command[1]).replace(/^dist\/(\w+)\.js$/, '$1.ts')))).toBe(true);
      expect([metadata.name, resources]).toEqual([
        metadata.name,
        {
          requests: { cpu: expect.stringMatching(/^\d+m$/), memory: expect.stringMatching(/^\d+[MG]i$/) },
          limits: { memory: expect.any(String) },
        },
      ]);
    }
  }
});

test('an image listens where it says, and is asked for its health as in Kubernetes', () => {
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'Deployment')) {
    const [{ name: app, livenessProbe, readinessProbe }] = spec.template.spec.containers;
    const image = readDockerfile(read(`${app}.Dockerfile`)).at(-1)?.instructions ?? [];
    const rest = (name: string): string => image.find((instruction) => instruction.name === name)?.rest ?? '';
    expect([metadata.name, rest('ENV')]).toEqual([
      metadata.name,
      expect.stringMatching(new RegExp(`\\bHOST=0\\.0\\.0\\.0 PORT=${rest('EXPOSE')}$`)),
    ]);
    expect(rest('HEALTHCHECK')).toContain(`'http://127.0.0.1:${rest('EXPOSE')}${readinessProbe.httpGet.path}'`);
    expect(livenessProbe.httpGet.path).toBe('/healthz');
    // Only where the service serves without its queue may that be left out.
    expect(readinessProbe.httpGet.path).toBe(app === 'gateway' ? '/readyz?without=queue' : '/readyz');
    expect(rest('CMD')).toBe('["node", "--enable-source-maps", "dist/main.js"]');
  }
});

test('what the compose file names is there, and the proxy sends to ports that the services have', () => {
  const compose = parse(read('compose.yaml'), { merge: true });
  const names = new Set(services.map(([name]) => name));
  for (const [name, { volumes = [], depends_on: needed = {} }] of services) {
    expect([name, Object.keys(needed).filter((other) => !names.has(other))]).toEqual([name, []]);
    const own = volumes.map((volume) => volume.split(':')[0] ?? '').filter((volume) => !volume.startsWith('.'));
    expect([name, own.filter((volume) => !(volume in compose.volumes))]).toEqual([name, []]);
  }
  const upstreams = [...caddyfile.matchAll(/\b(consent|dashboard|gateway|oauth|worker)[: ](\d{4})\b/g)].map(([, name = '', port]) => ({
    name,
    port,
  }));
  expect(new Set(upstreams.map(({ name }) => name))).toEqual(new Set(['consent', 'dashboard', 'gateway', 'oauth']));
  for (const { name, port } of upstreams) {
    const image = readDockerfile(read(`${name}.Dockerfile`)).at(-1)?.instructions ?? [];
    expect([name, port]).toEqual([name, image.find((instruction) => instruction.name === 'EXPOSE')?.rest]);
  }
});
