import { Manifest, ManifestChoices, ManifestPage, ManifestQuery, ManifestSearch } from './export-manifests.ts'
import { can, router } from './trpc.ts'

export const exportManifests = router({
  search: can('export:read', 'export_manifests', 'LIST')
    .input(ManifestSearch)
    .output(ManifestPage)
    .query(({ ctx, input }) => ctx.exportManifests.search(ctx.caller, input)),
  choices: can('export:read', 'export_manifests', 'CHOICES')
    .output(ManifestChoices)
    .query(({ ctx }) => ctx.exportManifests.choices(ctx.caller)),
  get: can('export:read', 'export_manifests', 'GET')
    .input(ManifestQuery)
    .output(Manifest)
    .query(({ ctx, input }) => ctx.exportManifests.get(ctx.caller, input.id)),
})
