import { Button, Group } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import type { Manifest } from '@registry/api-contract/exports'
import { RunRole } from '@registry/api-contract/saved-filters'
import { IconDownload } from '@tabler/icons-react'
import { ExportProgress, OutcomeNotice } from '../../exports/file-export.tsx'
import { useFileExport } from '../../exports/use-file-export.ts'
import classes from './exports.module.css'

/** Makes the file of a manifest again, from the values of its moment (REQ-EXP-11). */
export const RepeatExport = ({ manifest: { id, asRole, filter, study, format } }: { readonly manifest: Manifest }) => {
  const source = study
    ? ({ path: '/api/study_export_again', id, fileName: `studio_${study.id}` } as const)
    : ({ path: '/api/export_again', id, fileName: `filtro_${filter.id}` } as const)
  const file = useFileExport(source, RunRole.parse(asRole))
  return (
    <section className={classes.repeat}>
      <p>
        <Trans>
          Il registro può rifare questo file dai valori di allora, uguale byte per byte. Non può più se un paziente del file si è ritirato o
          ha tolto un consenso.
        </Trans>
      </p>
      <Group>
        <Button leftSection={<IconDownload size={20} aria-hidden="true" />} loading={file.running} onClick={() => file.start(format, {})}>
          <Trans>Rigenera il file</Trans>
        </Button>
        {file.running && (
          <Button variant="default" onClick={file.cancel}>
            <Trans>Annulla</Trans>
          </Button>
        )}
      </Group>
      {file.running && <ExportProgress rows={file.rows} bytes={file.bytes} />}
      {!file.running && file.outcome && <OutcomeNotice outcome={file.outcome} />}
    </section>
  )
}
