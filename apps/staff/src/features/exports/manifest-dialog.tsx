import { plural } from '@lingui/core/macro'
import { useLingui, Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { Manifest } from '@registry/api-contract/exports'
import { RunRole } from '@registry/api-contract/saved-filters'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { roles } from '@registry/domain/access/roles'
import { Dialog } from '@registry/ui/dialogs/dialog.tsx'
import { showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { roleNames } from '../../app/role-names.ts'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { OutcomeBadge } from './outcome-badge.tsx'
import { useFormatName } from './use-format-name.ts'
import { ExportProgress, OutcomeNotice } from '../../exports/file-export.tsx'
import { useFileExport } from '../../exports/use-file-export.ts'
import classes from './exports.module.css'

/** Makes the file of a manifest again, from the values of its moment (REQ-EXP-11). */
const RepeatExport = ({ manifest: { id, asRole, filter, study, format } }: { readonly manifest: Manifest }) => {
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
      {file.running && <ExportProgress {...file} />}
      {!file.running && file.outcome && <OutcomeNotice outcome={file.outcome} />}
    </section>
  )
}

type Props = { readonly id: string; readonly onClose: () => void }

/** One whole manifest, without the patients (REQ-EXP-10). */
export const ManifestDialog = ({ id, onClose }: Props) => {
  const { t } = useLingui()
  const { data, error, isLoading } = useQuery({ ...trpc.exports.get.queryOptions({ id }), ...ownFailures })
  return (
    <Dialog title={t`Manifesto`} side="end" onClose={onClose}>
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
      {isLoading && <BlockSkeleton height={480} />}
      {data && <ManifestDetails manifest={data} />}
      {data?.repeatable && <RepeatExport manifest={data} />}
    </Dialog>
  )
}

const ManifestDetails = ({ manifest }: { readonly manifest: Manifest }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatName = useFormatName()
  const { filter, study, excluded, columns, ended } = manifest
  const number = (count: number): string => showNumber(count, language)
  const role = roles.find((one) => one === manifest.asRole)
  const lines: readonly Fact[] = [
    [t`Numero`, <code key="id">{manifest.id}</code>],
    [t`Data e ora`, showMoment(manifest.at)],
    ...(manifest.repeats === null ? [] : ([[t`Rifà l’esportazione`, <code key="repeats">{manifest.repeats}</code>]] as const)),
    [t`Utente`, manifest.actor],
    [t`Ruolo`, role ? t(roleNames[role]) : manifest.asRole],
    ...(study ? ([[t`Studio`, `${study.title} (${study.id})`]] as const) : []),
    [t`Filtro`, t`${filter.name} (${filter.id}), versione ${filter.version}`],
    [t`Formato`, formatName(manifest.format)],
    [t`Valori`, manifest.generalised ? t`Meno precisi` : t`Esatti`],
    ...(manifest.labels ? ([[t`Voci degli elenchi`, t`Etichette al posto dei codici`]] as const) : []),
    ...(manifest.delimiter === 'semicolon' ? ([[t`Separatore`, t`Punto e virgola tra le celle e virgola decimale`]] as const) : []),
    ...(manifest.reason === null ? [] : ([[t`Motivo dei valori esatti`, manifest.reason]] as const)),
    ...(manifest.lacksReason ? ([[t`Motivo dei valori esatti`, t`Non indicato dal programma`]] as const) : []),
    [t`Pazienti del file che non si sono ritirati dopo`, number(manifest.patients)],
    [
      t`Pazienti esclusi dalle condizioni`,
      t`${number(excluded.noConsent)} per consenso negato, ${number(excluded.noAnswer)} senza risposta, ${number(excluded.noValue)} senza valore`,
    ],
    [
      t`Righe che si possono riconoscere`,
      t`${number(manifest.uniqueRows)} uniche, ${number(manifest.rowsInSmallGroups)} in gruppi di meno di 5`,
    ],
    [t`Esito`, <OutcomeBadge key="outcome" outcome={manifest.outcome} />],
    ...(ended
      ? ([
          [t`Fine`, showMoment(ended.at)],
          [t`Righe`, number(manifest.rows)],
          [t`Dimensione`, t`${number(ended.bytes)} byte`],
          [t`Impronta SHA-256`, ended.sha256 === '' ? '–' : <code key="sha256">{ended.sha256}</code>],
        ] as const)
      : []),
    [t`Colonne: ${plural(columns.length, { one: '# campo', other: '# campi' })}`, <code key="columns">{columns.join(', ')}</code>],
  ]
  return <FactList facts={lines} className={layout.details} />
}
