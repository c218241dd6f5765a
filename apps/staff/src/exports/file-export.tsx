import { Button, Checkbox, Radio, SimpleGrid, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ExportRisk } from '@registry/api-contract/saved-filters'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { type ExportFormat, exportFormats } from '@registry/domain/file-formats'
import { type ResultDays, resultDays } from '@registry/domain/observations/exported-results'
import type { Language } from '@registry/domain/language'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconDownload } from '@tabler/icons-react'
import { needsReason } from '@registry/domain/filter/generalise'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import layout from '../layout/layout.module.css'
import type { ExportSource, Precision, RunsAs } from './export-file.ts'
import { useLeaveGuard } from '../app/use-leave-guard.ts'
import { WorkProgress } from '../progress/work-progress.tsx'
import { type Outcome, useFileExport } from './use-file-export.ts'

const formatKey = 'registry.export-format'

/** The format that the user chose last in this browser. */
const readLastFormat = (): ExportFormat | undefined => exportFormats.find((format) => format === localStorage.getItem(formatKey))

const storeLastFormat = (format: ExportFormat): void => localStorage.setItem(formatKey, format)

/** Loaded when it is asked, so that the first load does not grow. */
const RiskQuestion = lazy(() => import('./risk-question.tsx'))

/** The exported data, and the risk that the person decides on. */
type Question = { readonly format: ExportFormat; readonly risk: ExportRisk }

type Choices = {
  readonly format: ExportFormat | undefined
  readonly withReasons: boolean
  readonly withLabels: boolean
  readonly withSemicolon: boolean
  readonly results: ResultDays | 'none'
}

const canHaveLabels = (format: ExportFormat | undefined): boolean => format === 'csv' || format === 'xlsx'

/** The fields of a study were approved by ethics committees, without series of results (REQ-EXP-15). */
const canHaveResults = (format: ExportFormat | undefined, { path }: ExportSource): boolean =>
  format === 'package' && path === '/api/inthem_query'

/** Excel in Italian puts a row of CSV with commas into one cell. */
const formatsByLanguage: Readonly<Record<Language, readonly ExportFormat[]>> = {
  it: ['xlsx', ...exportFormats.filter((format) => format !== 'xlsx')],
  en: exportFormats,
}

type Props = {
  readonly source: ExportSource
  readonly runsAs: RunsAs
  /** Counts the patients whom a file could reveal, for a file whose values can be coarser (REQ-EXP-06). */
  readonly findRisk?: () => Promise<ExportRisk>
  /** Runs after a complete file, before the page reports it. */
  readonly onSaved?: () => Promise<void>
}

/** Exports all rows to a file, with progress and a cancel button (REQ-EXP-01). */
export const FileExport = ({ source, runsAs, findRisk, onSaved }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { language } = useLanguage()
  const [lastFormat] = useState(readLastFormat)
  const form = useForm<Choices>({
    initialValues: { format: lastFormat, withReasons: false, withLabels: false, withSemicolon: false, results: 'none' },
    validate: ({ format }) => (format === undefined ? { format: formatError('format_required') } : {}),
  })
  const fileExport = useFileExport(source, runsAs, onSaved)
  useLeaveGuard(fileExport.running, {
    title: t`Esportazione in corso`,
    text: t`Se esci ora, l’esportazione viene annullata e il file scartato.`,
    confirm: t`Esci e annulla`,
    destructive: true,
  })
  const [question, setQuestion] = useState<Question>()
  const start = (format: ExportFormat, precision: Precision): void =>
    fileExport.start(format, {
      ...precision,
      ...(form.values.withReasons && { missing_reasons: true }),
      ...(canHaveResults(format, source) && form.values.results !== 'none' && { observations: form.values.results }),
      ...(form.values.withLabels && canHaveLabels(format) && { labels: true }),
      ...(form.values.withSemicolon && format === 'csv' && { delimiter: 'semicolon' }),
    })
  const check = useMutation({
    ...ownFailures,
    mutationFn: async (format: ExportFormat): Promise<Partial<Question> & Pick<Question, 'format'>> =>
      findRisk ? { format, risk: await findRisk() } : { format },
    onSuccess: ({ format, risk }) => (risk && needsReason(risk) ? setQuestion({ format, risk }) : start(format, {})),
  })
  const busy = check.isPending || fileExport.running
  const answer = (precision: Precision): void => {
    setQuestion(undefined)
    if (question) start(question.format, precision)
  }
  const programs: Readonly<Record<ExportFormat, string>> = {
    csv: t`Per Python, REDCap e altre basi di dati. Per Excel scegli XLSX`,
    json: t`Per i programmi di un centro`,
    xlsx: t`Per Excel, LibreOffice e Numbers`,
    xml: t`Per i programmi di un centro`,
    package: t`Per R, SPSS, Stata e SAS, con etichette e programmi di lettura`,
  }
  const nameFormat = (format: ExportFormat): string => (format === 'package' ? t`Pacchetto per la statistica (ZIP)` : format.toUpperCase())
  const lastName = lastFormat && nameFormat(lastFormat)
  const submit = form.onSubmit(({ format }) => {
    setQuestion(undefined)
    if (format === undefined) return
    storeLastFormat(format)
    check.mutate(format)
  })
  return (
    <section aria-labelledby="heading-file">
      <h2 id="heading-file" className={layout.title}>
        <Trans>In un file</Trans>
      </h2>
      <Form onSubmit={submit}>
        <Radio.Group
          label={t`Formato`}
          description={lastName && t`L’ultima volta hai scelto ${lastName}.`}
          withAsterisk
          error={form.errors.format !== undefined && <span role="alert">{form.errors.format}</span>}
          value={form.values.format ?? null}
          onChange={(selected) => form.setValues({ format: exportFormats.find((one) => one === selected) })}
        >
          <SimpleGrid cols={{ base: 1, sm: 3, lg: 5 }} verticalSpacing="xs" mt={4}>
            {formatsByLanguage[language].map((one) => (
              <Radio key={one} value={one} label={nameFormat(one)} description={programs[one]} disabled={busy} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <Checkbox
          label={t`Aggiungi i motivi dei valori mancanti`}
          description={t`Una colonna in più, MISSING_REASONS, dice perché un campo è vuoto, se il centro lo ha registrato: HB=unknown`}
          checked={form.values.withReasons}
          onChange={({ currentTarget }) => form.setValues({ withReasons: currentTarget.checked })}
          disabled={busy}
        />
        {canHaveLabels(form.values.format) && (
          <Checkbox
            label={t`Etichette al posto dei codici`}
            description={t`Le voci degli elenchi, e Sì e No, nella lingua di questa pagina`}
            checked={form.values.withLabels}
            onChange={({ currentTarget }) => form.setValues({ withLabels: currentTarget.checked })}
            disabled={busy}
          />
        )}
        {canHaveResults(form.values.format, source) && (
          <Radio.Group
            label={t`Risultati datati`}
            description={t`Il file observations.csv del pacchetto: i risultati degli esami che sono tra le colonne, uno per riga`}
            value={form.values.results}
            onChange={(chosen) => form.setValues({ results: resultDays.find((days) => days === chosen) ?? 'none' })}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="none" label={t`No`} disabled={busy} />
              <Radio value="days" label={t`Con i giorni dal primo risultato`} disabled={busy} />
              <Radio
                value="dates"
                label={t`Con le date`}
                description={t`Le date rendono un paziente più riconoscibile: sceglile solo se servono`}
                disabled={busy}
              />
            </Stack>
          </Radio.Group>
        )}
        {form.values.format === 'csv' && (
          <Checkbox
            label={t`Punto e virgola tra le celle e virgola decimale`}
            description={t`Per un programma che usa la virgola nei numeri, come Excel in italiano`}
            checked={form.values.withSemicolon}
            onChange={({ currentTarget }) => form.setValues({ withSemicolon: currentTarget.checked })}
            disabled={busy}
          />
        )}
        <div className={layout.tightButtons}>
          <Button type="submit" leftSection={<IconDownload size={20} aria-hidden="true" />} loading={busy}>
            <Trans>Esporta</Trans>
          </Button>
          {fileExport.running && (
            <Button variant="default" onClick={fileExport.cancel}>
              <Trans>Annulla</Trans>
            </Button>
          )}
        </div>
        {check.error && !busy && <Notice status="error">{toRequestError(check.error).message}</Notice>}
        {fileExport.running && <ExportProgress {...fileExport} />}
        {!busy && !question && fileExport.outcome && <OutcomeNotice outcome={fileExport.outcome} />}
      </Form>
      {question && (
        <Suspense fallback={<BlockSkeleton height={240} />}>
          <RiskQuestion risk={question.risk} onStart={answer} onCancel={() => setQuestion(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

/** Formats a size in bytes as kB or MB. */
const useFormatSize = (): ((bytes: number) => string) => {
  const { language } = useLanguage()
  const formatRounded = (size: number): string => showNumber(Math.round(size * 10) / 10, language)
  return (bytes) => (bytes < 1_000_000 ? `${formatRounded(bytes / 1000)} kB` : `${formatRounded(bytes / 1_000_000)} MB`)
}

export const ExportProgress = ({ ahead, rows, bytes }: Pick<ReturnType<typeof useFileExport>, 'ahead' | 'rows' | 'bytes'>) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const size = useFormatSize()(bytes)
  const done = showNumber(rows?.done ?? 0, language)
  const total = showNumber(rows?.total ?? 0, language)
  const before = showNumber(ahead ?? 0, language)
  const percent = rows?.done === undefined ? undefined : (100 * rows.done) / Math.max(1, rows.total)
  return (
    <WorkProgress label={t`Avanzamento dell’esportazione`} percent={percent}>
      {ahead !== undefined ? (
        <Plural
          value={ahead}
          _0="In attesa del turno. Questa esportazione è la prossima."
          one={`In attesa del turno. Prima di questa c’è ${before} esportazione.`}
          other={`In attesa del turno. Prima di questa ci sono ${before} esportazioni.`}
        />
      ) : rows === undefined ? (
        <Trans>Preparazione del file</Trans>
      ) : percent === undefined ? (
        <Trans>
          {total} righe in tutto, {size} ricevuti
        </Trans>
      ) : (
        <Trans>
          {done} di {total} righe, {size} ricevuti
        </Trans>
      )}
    </WorkProgress>
  )
}

export const OutcomeNotice = ({ outcome }: { readonly outcome: Outcome }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatSize = useFormatSize()
  switch (outcome.kind) {
    case 'cancelled':
      return (
        <Notice status="no">
          <Trans>Esportazione annullata: nessun file è stato salvato.</Trans>
        </Notice>
      )
    case 'failed':
      return (
        <Notice status="error" title={t`Esportazione non riuscita`}>
          {outcome.message}
        </Notice>
      )
    case 'saved': {
      const { name, rows, bytes } = outcome.file
      const count = showNumber(rows, language)
      const size = formatSize(bytes)
      return (
        <Notice status="yes" title={t`File ${name} salvato`}>
          <Plural value={rows} one={`${count} riga, ${size}`} other={`${count} righe, ${size}`} />
        </Notice>
      )
    }
  }
}
