import assert from 'node:assert/strict'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { run } from '../run/command.ts'
import type { Drill } from './drill.ts'

const overlay = 'infra/kubernetes/overlays/example'

const Manifest = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.unknown()).optional(),
  spec: z.object({ hostnames: z.string().array().optional() }).optional(),
})

const readManifests = async () => {
  const { code, output } = await run('kubectl', ['kustomize', overlay])
  assert.equal(code, 0, output)
  return parseAllDocuments(output).map((document) => Manifest.parse(document.toJS()))
}

/** Lists the hosts of STAFF_ORIGIN and MYCONSENT_ORIGIN, which the servers read from a ConfigMap. */
const listOrigins = (manifests: readonly z.infer<typeof Manifest>[]): readonly string[] =>
  manifests
    .flatMap(({ data = {} }) => Object.entries(data))
    .filter(([name]) => name === 'STAFF_ORIGIN' || name === 'MYCONSENT_ORIGIN')
    .map(([, origin]) => new URL(String(origin)).hostname)
    .toSorted()

/** Images without a digest are those that the operator builds. */
const ownImages = /image: (registry:local|registry-server|\$\{REGISTRY_IMAGE:\?[^}]*\})/

export const manifests: Drill = {
  name: 'manifests',
  description: 'Builds the example overlay without a network and compares its names.',
  steps: async (step) => {
    const kubectl = { kubectl: 'apt' }
    await step('kubectl kustomize builds the overlay', async () => ({ manifests: (await readManifests()).length }), kubectl)
    await step(
      'the routes have the hosts of the servers’ origins',
      async () => {
        const found = await readManifests()
        const hosts = found.filter(({ kind }) => kind === 'HTTPRoute').flatMap(({ spec }) => spec?.hostnames ?? [])
        const origins = listOrigins(found)
        assert.equal(origins.length, 2)
        assert.deepEqual([...new Set(hosts)].toSorted(), origins)
        return { hosts: origins.join(' ') }
      },
      kubectl,
    )
    await step('only the registry’s images have no digest', async () => {
      const { output } = await run('grep', ['-rnE', 'image: [^@]+$', 'infra'])
      const lines = output.trimEnd().split('\n')
      assert.deepEqual(
        lines.filter((line) => !ownImages.test(line)),
        [],
      )
      return { own: lines.length }
    })
  },
}
