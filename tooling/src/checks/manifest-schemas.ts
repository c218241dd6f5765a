import { Gateway } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/Gateway'
import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Service } from 'kubernetes-models/v1/Service'
import { z } from 'zod'

type Model = { readonly prototype: { validate(): void } }

/** Records which properties a validator reads. The validators of kubernetes-models accept a field that they do not know, and never read it. */
const watch = (value: unknown, path: string, read: Set<string>): unknown =>
  typeof value === 'object' && value !== null
    ? new Proxy(value, {
        get: (target, key) => {
          const member = `${path}/${String(key)}`
          read.add(member)
          return watch(Reflect.get(target, key), member, read)
        },
      })
    : value

const listUnread = (value: unknown, path: string, read: ReadonlySet<string>): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, member]) =>
        read.has(`${path}/${key}`) ? listUnread(member, `${path}/${key}`, read) : [`${path}/${key}: unknown field`],
      )
    : []

const strict =
  (model: Model) =>
  (document: unknown): readonly string[] => {
    const read = new Set<string>()
    try {
      model.prototype.validate.call(watch(document, '', read))
      return listUnread(document, '', read)
    } catch (error) {
      if (error instanceof Error) return [error.message]
      throw error
    }
  }

const fromZod =
  (schema: z.ZodType) =>
  (document: unknown): readonly string[] =>
    (schema.safeParse(document).error?.issues ?? []).map(({ path, message }) => `/${path.join('/')}: ${message}`)

const name = z.string().regex(/^[a-z0-9.-]+$/)
const metadata = z.strictObject({ name, namespace: name.optional() })
const key = z.strictObject({ name, key: z.string() })
const amounts = z.strictObject({ cpu: z.string(), memory: z.string() })
const size = z.strictObject({ size: z.string() })
const pluginName = z.literal('barman-cloud.cloudnative-pg.io')

/** The fields of CloudNativePG that the manifests use. Its own schema is on no registry. */
const Cluster = z.strictObject({
  apiVersion: z.literal('postgresql.cnpg.io/v1'),
  kind: z.literal('Cluster'),
  metadata,
  spec: z.strictObject({
    instances: z.literal(3),
    imageName: z.string(),
    bootstrap: z.strictObject({
      initdb: z.strictObject({
        database: z.literal('registry'),
        owner: z.literal('registry_owner'),
        secret: z.strictObject({ name }),
        encoding: z.literal('UTF8'),
        localeCollate: z.literal('C.UTF-8'),
        localeCType: z.literal('C.UTF-8'),
        localeProvider: z.literal('icu'),
        icuLocale: z.literal('it'),
        postInitTemplateSQLRefs: z.strictObject({ configMapRefs: z.array(key) }),
        postInitApplicationSQLRefs: z.strictObject({ secretRefs: z.array(key), configMapRefs: z.array(key) }),
      }),
    }),
    postgresql: z.strictObject({
      synchronous: z.strictObject({ method: z.literal('any'), number: z.literal(1), dataDurability: z.literal('required') }),
      parameters: z.record(z.string(), z.string()),
    }),
    affinity: z.strictObject({
      enablePodAntiAffinity: z.literal(true),
      podAntiAffinityType: z.literal('required'),
      topologyKey: z.literal('kubernetes.io/hostname'),
    }),
    resources: z.strictObject({ requests: amounts, limits: amounts }),
    storage: size,
    walStorage: size,
    plugins: z.array(
      z.strictObject({ name: pluginName, isWALArchiver: z.literal(true), parameters: z.strictObject({ barmanObjectName: name }) }),
    ),
  }),
})

const ScheduledBackup = z.strictObject({
  apiVersion: z.literal('postgresql.cnpg.io/v1'),
  kind: z.literal('ScheduledBackup'),
  metadata,
  spec: z.strictObject({
    schedule: z.string().regex(/^\d+ \d+ \d+ \S+ \S+ \S+$/, 'six fields, of which the first is the second'),
    immediate: z.boolean(),
    backupOwnerReference: z.enum(['none', 'self', 'cluster']),
    cluster: z.strictObject({ name }),
    method: z.literal('plugin'),
    pluginConfiguration: z.strictObject({ name: pluginName }),
  }),
})

const stored = z.strictObject({ compression: z.literal('gzip'), encryption: z.enum(['AES256', 'aws:kms']) })
const ObjectStore = z.strictObject({
  apiVersion: z.literal('barmancloud.cnpg.io/v1'),
  kind: z.literal('ObjectStore'),
  metadata,
  spec: z.strictObject({
    retentionPolicy: z.string().regex(/^[1-9]\d*[dwm]$/),
    configuration: z.strictObject({
      destinationPath: z.string().startsWith('s3://'),
      endpointURL: z.url({ protocol: /^https$/ }),
      s3Credentials: z.strictObject({ accessKeyId: key, secretAccessKey: key }),
      wal: stored,
      data: stored,
    }),
  }),
})

const EnvoyProxy = z.strictObject({
  apiVersion: z.literal('gateway.envoyproxy.io/v1alpha1'),
  kind: z.literal('EnvoyProxy'),
  metadata,
  spec: z.strictObject({ telemetry: z.strictObject({ accessLog: z.strictObject({ disable: z.literal(true) }) }) }),
})

const Kustomization = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: name.optional(),
  resources: z.array(z.string()).optional(),
  images: z.array(z.strictObject({ name, newName: z.string(), newTag: z.string(), digest: z.string() })).optional(),
  configMapGenerator: z
    .array(z.strictObject({ name, envs: z.array(z.string()).optional(), files: z.array(z.string()).optional() }))
    .optional(),
  generatorOptions: z.strictObject({ disableNameSuffixHash: z.boolean() }).optional(),
  patches: z.array(z.strictObject({ target: z.strictObject({ kind: z.string(), name }), patch: z.string() })).optional(),
})

/** Lists what is wrong in a document of each kind that the manifests use. Unknown fields are wrong. */
export const manifestSchemas: Readonly<Record<string, ((document: unknown) => readonly string[]) | undefined>> = {
  'v1 ConfigMap': strict(ConfigMap),
  'v1 PersistentVolumeClaim': strict(PersistentVolumeClaim),
  'v1 Service': strict(Service),
  'apps/v1 Deployment': strict(Deployment),
  'batch/v1 CronJob': strict(CronJob),
  'batch/v1 Job': strict(Job),
  'policy/v1 PodDisruptionBudget': strict(PodDisruptionBudget),
  'networking.k8s.io/v1 NetworkPolicy': strict(NetworkPolicy),
  'gateway.networking.k8s.io/v1 Gateway': strict(Gateway),
  'gateway.networking.k8s.io/v1 HTTPRoute': strict(HTTPRoute),
  'gateway.envoyproxy.io/v1alpha1 EnvoyProxy': fromZod(EnvoyProxy),
  'monitoring.coreos.com/v1 PodMonitor': strict(PodMonitor),
  'monitoring.coreos.com/v1 PrometheusRule': strict(PrometheusRule),
  'monitoring.coreos.com/v1 ServiceMonitor': strict(ServiceMonitor),
  'postgresql.cnpg.io/v1 Cluster': fromZod(Cluster),
  'postgresql.cnpg.io/v1 ScheduledBackup': fromZod(ScheduledBackup),
  'barmancloud.cnpg.io/v1 ObjectStore': fromZod(ObjectStore),
  'kustomize.config.k8s.io/v1beta1 Kustomization': fromZod(Kustomization),
}
