import { exportFormats, type ExportFormat } from '@registry/domain/file-formats'
import { parseDay } from '@registry/domain/calendar'
import type { SearchParams } from '@registry/ui/grid/view-address.ts'
import { queryClient, trpc } from '../../app/shell.ts'

/** The conditions of the list, and the manifest that is open, as read from the address. */
export type ManifestAddress = {
  readonly persona?: string
  readonly filtro?: number
  readonly formato?: ExportFormat
  readonly dal?: string
  readonly al?: string
  readonly manifesto?: string
}

const readText = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : undefined
const readDay = (value: unknown): string | undefined => (typeof value === 'string' && parseDay(value) === value ? value : undefined)

/** Reads the address. A value that cannot be a condition is omitted. */
export const readManifestAddress = (search: SearchParams): ManifestAddress => {
  const [person, manifest] = [readText(search['persona'], 320), readText(search['manifesto'], 36)]
  const filter = search['filtro']
  const format = exportFormats.find((one) => one === search['formato'])
  const [from, to] = [readDay(search['dal']), readDay(search['al'])]
  return {
    ...(person !== undefined && { persona: person }),
    ...(typeof filter === 'number' && Number.isSafeInteger(filter) && filter > 0 && { filtro: filter }),
    ...(format && { formato: format }),
    ...(from !== undefined && { dal: from }),
    ...(to !== undefined && { al: to }),
    ...(manifest !== undefined && { manifesto: manifest }),
  }
}

/** The options of the route of the list. The file of each address names its component, so that the build splits it off. */
export const manifestsRoute = {
  validateSearch: readManifestAddress,
  loader: () => queryClient.ensureQueryData(trpc.exports.choices.queryOptions()),
}
