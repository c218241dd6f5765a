import { useLingui } from '@lingui/react/macro'
import type { ExportFormat } from '@registry/domain/file-formats'

/** Returns a function that names a format as the export does. */
export const useFormatName = (): ((format: ExportFormat) => string) => {
  const { t } = useLingui()
  return (format) => (format === 'package' ? t`Pacchetto per la statistica (ZIP)` : format.toUpperCase())
}
