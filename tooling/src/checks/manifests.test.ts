import { expect, test } from 'vitest'
import { readSource, readSources, report } from '../repository.ts'
import { checkImages, checkManifests, parseYaml } from './manifests.ts'

const inputs = {
  manifests: readSources(/^(infra\/kubernetes\/.*|packages\/db\/kustomization)\.yaml$/),
  settings: readSource('infra/kubernetes/overlays/example/settings.env').text,
  instructions: readSource('infra/kubernetes/README.md').text,
}

test('REQ-OPS-14: the manifests have only known fields, restricted pods, fixed images, and every variable and secret of a server', () => {
  expect(inputs.manifests.length).toBeGreaterThan(8)
  expect(report(checkManifests(inputs))).toBe('')
})

/** A mistake in a copy, and what the check says about it. */
test.each([
  ['a wrong indent', 'base/server.yaml', /^ {10}livenessProbe:/m, '         livenessProbe:', /YAML|bad indentation|implicit|same level/i],
  ['an unknown field', 'base/server.yaml', 'replicas: 2', 'replicas: 2\n  replica: 2', /\/spec\/replica: unknown field/],
  [
    'a field of the wrong level',
    'base/server.yaml',
    '      automountServiceAccountToken',
    '      minAvailable: 1\n      automountServiceAccountToken',
    /unknown field/,
  ],
  ['an unknown field of the database', 'base/database.yaml', 'instances: 3', 'instances: 3\n  replicas: 3', /replicas/],
  ['no synchronous standby', 'base/database.yaml', 'dataDurability: required', 'dataDurability: preferred', /dataDurability/],
  ['few connections', 'base/database.yaml', "max_connections: '140'", "max_connections: '100'", /max_connections is too low/],
  ['a missing secret', 'base/server.yaml', /^ {14}- key: secret_key\n.*\n/m, '', /SECRET_KEY_FILE names a file that no secret provides/],
  ['a secret that nobody creates', 'base/server.yaml', 'secretName: registry-server', 'secretName: registry-other', /created nowhere/],
  ['a required secret as a variable', 'base/server.yaml', 'optional: true', 'optional: false', /containers.0.env/],
  ['an optional secret that nobody creates', 'base/server.yaml', 'name: registry-secret-key-previous', 'name: other', /created nowhere/],
  ['a missing variable', 'base/server.yaml', /^.*RECEIPT_KEY_FILE\n.*\n/m, '', /RECEIPT_KEY: required/],
  ['an unknown variable', 'base/server.yaml', 'name: UPLOAD_DIR', 'name: UPLOADS_DIR', /UPLOADS_DIR is no variable/],
  ['a floating tag', 'base/database.yaml', /@sha256:SET-ME/, '', /floats/],
  ['a tag without a version', 'base/database.yaml', /:18.4[^@]*/, ':latest', /floats/],
  ['root in a CronJob', 'base/decisions.yaml', 'runAsUser: 1000', 'runAsUser: 0', /runAsUser/],
  ['an unknown field of a CronJob', 'base/decisions.yaml', 'schedule: 7', 'every: 1h\n  schedule: 7', /\/spec\/every: unknown field/],
  ['root', 'base/server.yaml', 'runAsUser: 1000', 'runAsUser: 0', /runAsUser/],
  ['a writable container', 'base/migrate.yaml', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', /readOnlyRootFilesystem/],
  ['a probe of another port', 'base/server.yaml', 'port: http', 'port: web', /the probe asks the port web/],
  ['a short time to stop', 'base/server.yaml', 'PeriodSeconds: 680', 'PeriodSeconds: 60', /killed before SHUTDOWN_SECONDS/],
  ['a selector of nobody', 'base/server.yaml', /(minAvailable: 1\n(?:.*\n){3}.*component: )server/, '$1servers', /finds no pod/],
  [
    'a policy for nobody',
    'base/network-policies.yaml',
    'component: server',
    'component: servers',
    /NetworkPolicy registry-server .*finds no pod/,
  ],
  ['a policy of another port', 'base/network-policies.yaml', 'port: http', 'port: web', /no pod of its selector has the port web/],
  [
    'a policy of another cluster',
    'base/network-policies.yaml',
    'cnpg.io/cluster: registry-database',
    'cnpg.io/cluster: other',
    /no Cluster other/,
  ],
  ['an unknown field of a rule', 'base/alerts.yaml', 'for: 2m', 'after: 2m', /rules\/0\/after: unknown field/],
  ['a short time limit', 'base/gateway.yaml', 'request: 1500s', 'request: 60s', /time limits/],
  ['another service', 'base/gateway.yaml', '- name: registry-server', '- name: server', /no Service server:8080/],
  ['an access log', 'base/gateway.yaml', 'disable: true', 'disable: false', /disable/],
  [
    'a monitor of another port',
    'base/monitors.yaml',
    'port: metrics',
    'port: measures',
    /no Service of its selector has the port measures/,
  ],
  ['another cluster', 'base/backup.yaml', 'name: registry-database', 'name: database', /no Cluster/],
] as const)('%s is found', (_, file, pattern, replacement, problem) => {
  const path = `infra/kubernetes/${file}`
  const manifests = inputs.manifests.map((source) =>
    source.path === path ? { path, text: source.text.replace(pattern, replacement) } : source,
  )
  expect(manifests).not.toEqual(inputs.manifests)
  expect(report(checkManifests({ ...inputs, manifests }))).toMatch(problem)
})

test.each([
  'image: postgres:18',
  'image: postgres:latest@sha256:SET-ME',
  'image: postgres:18.4@sha256:1234',
  'ARG NODE_IMAGE=node:24',
  'FROM node:24-bookworm-slim',
  '  server: { image: caddy:2 }',
])('%s floats', (text) => {
  expect(checkImages({ path: 'x', text })).toHaveLength(1)
})

test('the containers of one machine have fixed images too', () => {
  const sources = readSources(/^infra\/(compose.*\.yaml|Dockerfile)$/)
  expect(sources).toHaveLength(4)
  expect(report(sources.flatMap(checkImages))).toBe('')
  expect(report(sources.filter(({ path }) => path.endsWith('.yaml')).flatMap((source) => parseYaml(source).violations))).toBe('')
})
