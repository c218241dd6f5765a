import { environmentTable, readEnv, EnvError } from '@registry/server/app/env'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import type { SourceFile, Violation } from '../repository.ts'
import { manifestSchemas } from './manifest-schemas.ts'

type Problem = readonly [problem: string, remedy: string]

const labels = z.record(z.string(), z.string())
const selector = z.object({ matchLabels: labels })
const Header = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string().optional() }).optional(),
})

const items = z.array(z.object({ key: z.string(), path: z.string() }))
const Volume = z.object({
  secret: z.object({ secretName: z.string(), items }).optional(),
  projected: z.object({ sources: z.array(z.object({ secret: z.object({ name: z.string(), items }) })) }).optional(),
})
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.union([z.string(), z.number()]) }) }).optional()
/** A secret that an installation may lack. The required ones are files. */
const OptionalSecret = z.strictObject({
  name: z.string(),
  valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string(), optional: z.literal(true) }) }),
})
const Container = z.object({
  image: z.string(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  env: z.array(z.union([z.strictObject({ name: z.string(), value: z.string() }), OptionalSecret])),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
})
/** The security of each pod, which a schema of Kubernetes leaves open. */
const Pod = z.object({
  metadata: z.object({ labels }),
  spec: z.object({
    automountServiceAccountToken: z.literal(false),
    terminationGracePeriodSeconds: z.number().default(30),
    securityContext: z.object({
      runAsNonRoot: z.literal(true),
      runAsUser: z.number().int().positive(),
      seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
    }),
    containers: z.array(Container).length(1),
    volumes: z.array(Volume),
  }),
})
type Pod = z.infer<typeof Pod>

const template = z.object({ template: Pod })
const Workload = z.object({ spec: template })
const CronWorkload = z.object({ spec: z.object({ jobTemplate: z.object({ spec: template }) }) }).transform(({ spec }) => spec.jobTemplate)
const workloads: Readonly<Record<string, z.ZodType<z.infer<typeof Workload>> | undefined>> = {
  Deployment: Workload,
  Job: Workload,
  CronJob: CronWorkload,
}
const Service = z.object({
  metadata: z.object({ labels: labels.default({}) }),
  spec: z.object({ selector: labels, ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })) }),
})
const Monitor = z.object({ spec: z.object({ selector, endpoints: z.array(z.object({ port: z.string() })) }) })
const Budget = z.object({ spec: z.object({ selector }) })
const Deployment = z.object({ spec: z.object({ replicas: z.number(), selector }) })
const Route = z.object({
  spec: z.object({
    parentRefs: z.array(z.object({ name: z.string() })),
    rules: z.array(
      z.object({
        timeouts: z.object({ request: z.literal('1500s'), backendRequest: z.literal('1500s') }),
        backendRefs: z.array(z.object({ name: z.string(), port: z.number() })),
      }),
    ),
  }),
})
const Policy = z.object({
  spec: z.object({
    podSelector: z.object({ matchLabels: labels.default({}) }),
    ingress: z.array(z.object({ ports: z.array(z.object({ port: z.union([z.string(), z.number()]) })) })).default([]),
  }),
})
const Cluster = z.object({ spec: z.object({ postgresql: z.object({ parameters: z.object({ max_connections: z.coerce.number() }) }) }) })

type Document = z.infer<typeof Header> & { readonly path: string }

const id = ({ apiVersion, kind, metadata }: z.infer<typeof Header>): string => `${kind} ${metadata?.name ?? ''} (${apiVersion})`
const tableRow = /^\| `(\w+)`(?: \(or `(\w+)`\))?/gm
/** Each variable of the server, also with `_FILE`. */
const variables = new Set([...environmentTable().matchAll(tableRow)].flatMap(([, name, file]) => [name, file]))

const samples: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://registry_server@database/registry',
  DATABASE_OWNER_URL: 'postgres://registry_owner@database/registry',
  SMTP_URL: 'smtp://mail.example.org',
  SECRET_KEY: '1'.repeat(64),
  RECEIPT_KEY: '2'.repeat(64),
  SECRET_KEY_PREVIOUS: '3'.repeat(64),
}

/** Lists unknown variables. For a whole environment, also the first one that is required and not set, or wrong. */
export const checkEnvironment = (environment: Readonly<Record<string, string>>, isWhole: boolean): readonly Problem[] => {
  const unknown = Object.keys(environment).filter((name) => !variables.has(name))
  const problems = unknown.map((name): Problem => [`${name} is no variable of the server`, 'see docs/operations.md'])
  if (!isWhole) return problems
  const plain = Object.entries(environment).map(([name, value]) => {
    const secret = name.replace(/_FILE$/, '')
    return secret === name ? [name, value] : [secret, samples[secret] ?? 'x']
  })
  try {
    readEnv(Object.fromEntries(plain))
    return problems
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return [...problems, [error.message, 'set it in the manifest or in settings.env']]
  }
}

const image = /^[\w./-]+:[\w.-]*\d[\w.-]*@sha256:(SET-ME|[0-9a-f]{64})$/
/** Our own image has its version and digest in the overlay or in REGISTRY_IMAGE. */
const ownImage = /^(registry-server|registry:local|\$\{REGISTRY_IMAGE:\?.*\})$/

/** A floating tag changes Postgres or its ICU under a running registry. */
export const checkImages = ({ path, text }: SourceFile): readonly Violation[] =>
  [...text.matchAll(/^(?!\s*#).*?(?:\bimage(?:Name)?: |^ARG \w+_IMAGE=|^FROM )(\S[^\n#,}]*(?:\}\s*$)?)/gm)].flatMap(([, name = '']) => {
    const plain = name.trim()
    return image.test(plain) || ownImage.test(plain) || /^\w+ AS|^\$NODE_IMAGE|^\$\{REGISTRY_IMAGE:\?/.test(plain)
      ? []
      : [{ path, problem: `the image ${plain} floats`, remedy: 'write name:version@sha256:digest' }]
  })

/** Lists what is wrong in the YAML itself, and returns its documents. */
export const parseYaml = ({ path, text }: SourceFile): { documents: readonly unknown[]; violations: readonly Violation[] } => {
  const parsed = parseAllDocuments(text, { strict: true, uniqueKeys: true })
  const list = 'empty' in parsed ? [] : parsed
  const violations = list.flatMap(({ errors, warnings }) =>
    [...errors, ...warnings].map(({ message }) => ({ path, problem: message.split('\n', 1).join(''), remedy: 'correct the YAML' })),
  )
  return { documents: violations.length > 0 ? [] : list.map((document): unknown => document.toJS()), violations }
}

const environmentOf = ({ spec }: Pod, settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...spec.containers.flatMap(({ envFrom }) => (envFrom.length > 0 ? Object.entries(settings) : [])),
    ...spec.containers.flatMap(({ env }) =>
      env.map((variable) => [variable.name, 'value' in variable ? variable.value : (samples[variable.name] ?? 'x')] as const),
    ),
  ])

const listSecrets = ({ spec }: Pod): readonly { name: string; key: string; path: string }[] =>
  spec.volumes.flatMap(({ secret, projected }) => [
    ...(secret ? secret.items.map((item) => ({ name: secret.secretName, ...item })) : []),
    ...(projected?.sources ?? []).flatMap(({ secret: source }) => source.items.map((item) => ({ name: source.name, ...item }))),
  ])

const listOptionalSecrets = ({ spec }: Pod): readonly { name: string; key: string }[] =>
  spec.containers.flatMap(({ env }) => env.flatMap((variable) => ('valueFrom' in variable ? [variable.valueFrom.secretKeyRef] : [])))

/** Components that work as the owner, and need no variable of a server. */
const ownerOnly: ReadonlySet<string> = new Set(['migrate', 'decisions'])

const checkPod = (pod: Pod, settings: Readonly<Record<string, string>>, instructions: string): readonly Problem[] => {
  const environment = environmentOf(pod, settings)
  const secrets = listSecrets(pod)
  const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
  const ports = pod.spec.containers.flatMap((container) => container.ports)
  const probes = pod.spec.containers.flatMap((container) =>
    [container.startupProbe, container.livenessProbe, container.readinessProbe].flatMap((found) => found ?? []),
  )
  const isServer = pod.metadata.labels['app.kubernetes.io/component'] === 'server'
  const least = isServer ? Number(environment['SHUTDOWN_SECONDS'] ?? 30) + 5 : 0
  return [
    ...checkEnvironment(environment, !ownerOnly.has(pod.metadata.labels['app.kubernetes.io/component'] ?? '')),
    ...files
      .filter(([, file]) => !secrets.some(({ path }) => file === `/run/secrets/${path}`))
      .map(([name]): Problem => [`${name} names a file that no secret provides`, 'mount the secret']),
    ...[...secrets, ...listOptionalSecrets(pod)]
      .filter(({ name, key }) => !new RegExp(`secret generic ${name} .*=${key}\\b`).test(instructions))
      .map(({ name, key }): Problem => [`the secret ${name} with ${key} is created nowhere`, 'see infra/kubernetes/README.md']),
    ...probes
      .filter(({ httpGet: { port } }) => !ports.some(({ name }) => name === port))
      .map(({ httpGet: { port } }): Problem => [`the probe asks the port ${port}`, 'name a port of the container']),
    ...(pod.spec.terminationGracePeriodSeconds > least || !isServer
      ? []
      : [['the server is killed before SHUTDOWN_SECONDS end', 'raise terminationGracePeriodSeconds'] as const]),
  ]
}

const matches = (wanted: Readonly<Record<string, string>>, pod: Pod): boolean =>
  Object.entries(wanted).every(([name, value]) => pod.metadata.labels[name] === value)

type Parsed = { readonly pods: readonly Pod[]; readonly documents: readonly Document[] }

const has = ({ documents }: Parsed, kind: string, name: string): boolean =>
  documents.some((document) => document.kind === kind && document.metadata?.name === name)

/** Selectors, ports and names of one document that must exist in the others. */
const checkReferences = (document: Document, all: Parsed): readonly Problem[] => {
  const ports = (wanted: Readonly<Record<string, string>>): readonly string[] =>
    all.pods.filter((pod) => matches(wanted, pod)).flatMap((pod) => pod.spec.containers[0]?.ports.map(({ name }) => name) ?? [])
  const anyPod = (wanted: Readonly<Record<string, string>>): readonly Problem[] =>
    all.pods.some((pod) => matches(wanted, pod)) ? [] : [['its selector finds no pod', 'use the labels of a pod']]
  switch (document.kind) {
    case 'Service': {
      const { spec } = Service.parse(document)
      const missing = spec.ports.filter(({ targetPort }) => !ports(spec.selector).includes(targetPort))
      return missing.map(({ targetPort }) => [`no pod of its selector has the port ${targetPort}`, 'see selector and ports'])
    }
    case 'ServiceMonitor': {
      const { selector: wanted, endpoints } = Monitor.parse(document).spec
      const services = all.documents
        .filter(({ kind }) => kind === 'Service')
        .map((service) => Service.parse(service))
        .filter(({ metadata }) => Object.entries(wanted.matchLabels).every(([name, value]) => metadata.labels[name] === value))
      return endpoints
        .filter(({ port }) => !services.some(({ spec }) => spec.ports.some(({ name }) => name === port)))
        .map(({ port }): Problem => [`no Service of its selector has the port ${port}`, 'see selector and endpoints'])
    }
    case 'PodDisruptionBudget':
      return anyPod(Budget.parse(document).spec.selector.matchLabels)
    case 'Deployment':
      return anyPod(Deployment.parse(document).spec.selector.matchLabels)
    case 'NetworkPolicy': {
      const { podSelector, ingress } = Policy.parse(document).spec
      const wanted = podSelector.matchLabels
      const cluster = wanted['cnpg.io/cluster']
      if (cluster !== undefined) return has(all, 'Cluster', cluster) ? [] : [[`no Cluster ${cluster}`, 'correct the label']]
      const missing = ingress.flatMap((rule) => rule.ports).filter(({ port }) => typeof port === 'string' && !ports(wanted).includes(port))
      return [
        ...anyPod(wanted),
        ...missing.map(({ port }): Problem => [`no pod of its selector has the port ${port}`, 'see selector and ports']),
      ]
    }
    case 'HTTPRoute': {
      const parsed = Route.safeParse(document)
      if (!parsed.success) return [['uploads and exports last up to 1500s', 'set both time limits']]
      const { parentRefs, rules } = parsed.data.spec
      const services = new Set(
        all.documents
          .filter(({ kind }) => kind === 'Service')
          .flatMap((service) => Service.parse(service).spec.ports.map(({ port }) => `${service.metadata?.name}:${port}`)),
      )
      return [
        ...parentRefs.filter(({ name }) => !has(all, 'Gateway', name)).map(({ name }): Problem => [`no Gateway ${name}`, 'see parentRefs']),
        ...rules
          .flatMap(({ backendRefs }) => backendRefs.map(({ name, port }) => `${name}:${port}`))
          .filter((service) => !services.has(service))
          .map((service): Problem => [`no Service ${service}`, 'see backendRefs']),
      ]
    }
    case 'Cluster': {
      const servers =
        all.documents.flatMap((other) => (other.kind === 'Deployment' ? [Deployment.parse(other).spec.replicas] : [])).at(0) ?? 0
      const pool = all.pods.map((pod) => Number(environmentOf(pod, {})['DATABASE_POOL_SIZE'] ?? 0)).find((size) => size > 0) ?? 32
      const least = (pool + 1) * (servers + 1) + 20
      return Cluster.parse(document).spec.postgresql.parameters.max_connections >= least
        ? []
        : [['max_connections is too low', `set at least ${least}`]]
    }
    default:
      return []
  }
}

/** `name:` of secrets, config maps, stores and clusters that documents of other operators name. */
const checkNames = (text: string, instructions: string, all: Parsed): readonly Problem[] => [
  ...[...text.matchAll(/(?:cluster|barmanObjectName):\s+(?:name: )?([\w-]+)\s*$/gm)]
    .filter(([, name = '']) => !has(all, 'Cluster', name) && !has(all, 'ObjectStore', name))
    .map(([, name = '']): Problem => [`no Cluster or ObjectStore ${name}`, 'correct the name']),
  ...[...text.matchAll(/name: (registry-[\w-]+(?:login|password|certificate))\s*$/gm)]
    .filter(([, name = '']) => !new RegExp(`secret (?:generic|tls) ${name} `).test(instructions))
    .map(([, name = '']): Problem => [`the secret ${name} is created nowhere`, 'see infra/kubernetes/README.md']),
]

export type ManifestInputs = {
  readonly manifests: readonly SourceFile[]
  /** The variables of the config map `registry-settings`. */
  readonly settings: string
  /** The page with the commands that create the secrets. */
  readonly instructions: string
}

const parseSettings = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

/** Checks the manifests of Kubernetes: YAML, fields, security, images, variables, secrets, and how they fit each other. */
export const checkManifests = ({ manifests, settings, instructions }: ManifestInputs): readonly Violation[] => {
  const parsed = manifests.map((file) => ({ file, ...parseYaml(file) }))
  const violations: Violation[] = parsed.flatMap((one) => [...one.violations, ...checkImages(one.file)])
  const documents = parsed.flatMap(({ file, documents: found }) =>
    found.map((document) => ({ ...Header.parse(document), path: file.path })),
  )
  const pods: Pod[] = []
  for (const { path, ...document } of documents) {
    const add = (problems: readonly Problem[]): unknown =>
      violations.push(...problems.map(([problem, remedy]) => ({ path, problem: `${id(document)}: ${problem}`, remedy })))
    const schema = manifestSchemas[`${document.apiVersion} ${document.kind}`]
    if (!schema) {
      add([['no schema', 'add it to tooling/src/checks/manifest-schemas.ts']])
      continue
    }
    add(schema(document).map((problem) => [problem, 'see the API of this kind']))
    const workload = workloads[document.kind]?.safeParse(document)
    if (!workload) continue
    if (!workload.success) {
      add(workload.error.issues.map((issue) => [`${issue.path.join('.')}: ${issue.message}`, 'every pod is restricted']))
      continue
    }
    pods.push(workload.data.spec.template)
    add(checkPod(workload.data.spec.template, parseSettings(settings), instructions))
  }
  if (violations.length > 0) return violations
  const all = { pods, documents }
  for (const document of documents)
    violations.push(
      ...checkReferences(document, all).map(([problem, remedy]) => ({
        path: document.path,
        problem: `${id(document)}: ${problem}`,
        remedy,
      })),
    )
  for (const { path, text } of manifests)
    violations.push(...checkNames(text, instructions, all).map(([problem, remedy]) => ({ path, problem, remedy })))
  return violations
}
