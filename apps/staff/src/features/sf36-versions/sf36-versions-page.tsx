import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import type { Sf36Version, Sf36VersionSummary } from '@registry/api-contract/sf36-versions'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { listItems, readShape } from '@registry/domain/sf36/items'
import { formatSf36File } from '@registry/domain/sf36/wording'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { showMoment } from '@registry/ui/language/format.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { PageTabs } from '../../layout/page-tabs.tsx'
import versioned from '../../versioned-texts/versioned-texts.module.css'
import { type WordingSearch, wordingTabs, type WordingTab } from './sf36-versions-route.ts'
import { WordingEditor } from './wording-editor.tsx'
import { LanguageChoice } from '../../versioned-texts/language-choice.tsx'
import { useTextLanguage } from '../../versioned-texts/use-text-language.ts'
import { PhonePreview, PreviewQuestion } from '../../versioned-texts/phone-preview.tsx'
import classes from './sf36-versions.module.css'

/** A version as the patient sees it on a phone (REQ-PAT-21). */
const WordingPreview = ({ version: { description, licence, scoring, content } }: { readonly version: Sf36Version }) => {
  const { t } = useLingui()
  const [language, setLanguage] = useTextLanguage()
  const isDemonstration = scoring === 'sf36' && licence === ''
  return (
    <>
      <LanguageChoice value={language} onChange={setLanguage} />
      <PhonePreview>
        {scoring === 'none' ? (
          <h2 className={layout.title} lang={language}>
            {description[language]}
          </h2>
        ) : (
          <h2 className={layout.title}>
            {isDemonstration ? t`Questionario sulla salute (RAND-36)` : t`Questionario sulla salute (SF-36)`}
          </h2>
        )}
        {isDemonstration && <Notice status="info">{t`Testo dimostrativo: non è uno strumento validato.`}</Notice>}
        <div lang={language}>
          {listItems(readShape(content[language])).map(({ code, question: place, subQuestion: part }) => {
            const question = content[language][place]
            if (!question) return null
            const subQuestion = part === undefined ? undefined : question.questions[part]
            return (
              <PreviewQuestion
                key={code}
                name={`preview-${code}`}
                text={subQuestion ?? question.text}
                help={question.help === '' ? undefined : question.help}
                options={question.options}
              >
                {part === 0 && <p className={classes.context}>{question.text}</p>}
              </PreviewQuestion>
            )
          })}
        </div>
      </PhonePreview>
    </>
  )
}

const tabTexts = { versioni: msg`Versioni`, bozza: msg`Bozza`, anteprima: msg`Anteprima` } as const satisfies Record<WordingTab, unknown>

/** The health questionnaire: versions, draft and preview (REQ-PAT-13, REQ-PAT-21). */
export const Sf36VersionsPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { scheda = 'versioni' }: WordingSearch = useSearch({ strict: false })
  const { data: versions } = useSuspenseQuery(trpc.sf36Versions.list.queryOptions())
  const [published, setPublished] = useState<number>()
  const [savedAt, setSavedAt] = useState<Date>()
  const newest = versions[0]?.version ?? 1
  const [chosen, setChosen] = useState<number>()
  const open = (tab: WordingTab): void => {
    setPublished(undefined)
    void navigate({ to: '.', search: { scheda: tab }, replace: true, resetScroll: false })
  }
  const shown = versions.find(({ version }) => version === chosen)?.version ?? newest
  const panels = {
    versioni: <VersionTable versions={versions} />,
    bozza: (
      <LoadedVersion version={newest}>
        {(version) => (
          <WordingEditor
            key={`${version.version} ${version.saves} ${version.publishedAt ?? ''}`}
            newest={version}
            savedAt={savedAt}
            onSaved={() => setSavedAt(new Date())}
            onPublished={() => {
              open('versioni')
              setPublished(version.version)
            }}
          />
        )}
      </LoadedVersion>
    ),
    anteprima: (
      <div className={layout.page}>
        <Select
          className={versioned.choice}
          label={t`Versione`}
          allowDeselect={false}
          data={versions.map(({ version, publishedAt }) => ({
            value: String(version),
            label: publishedAt === null ? t`Bozza salvata` : t`Versione ${version}`,
          }))}
          value={String(shown)}
          onChange={(version) => version !== null && setChosen(Number(version))}
        />
        <LoadedVersion version={shown}>{(version) => <WordingPreview version={version} />}</LoadedVersion>
      </div>
    ),
  } as const satisfies Record<WordingTab, unknown>
  return (
    <>
      <PageHeading
        title={t`Questionario sulla salute`}
        lead={t`Le domande che i pazienti compilano: l’SF-36 con i suoi punteggi, oppure altre domande senza punteggi. Una versione pubblicata non cambia più.`}
      />
      <div className={layout.page}>
        {published !== undefined && <Notice status="yes">{t`Versione ${published} pubblicata`}</Notice>}
        <PageTabs
          label={t`Parti della pagina`}
          tabs={wordingTabs.map((tab) => ({ name: tab, label: t(tabTexts[tab]), panel: panels[tab] }))}
          open={scheda}
          onOpen={open}
        />
      </div>
    </>
  )
}

type LoadedProps = { readonly version: number; readonly children: (version: Sf36Version) => ReactNode }

const LoadedVersion = ({ version, children }: LoadedProps) => {
  const { data, error } = useQuery(trpc.sf36Versions.detail.queryOptions({ version }, ownFailures))
  if (error) return <Notice status="error">{describeFailure(error)}</Notice>
  return data ? children(data) : <LinesSkeleton lines={8} />
}

const VersionTable = ({ versions }: { readonly versions: readonly Sf36VersionSummary[] }) => {
  const { t, i18n } = useLingui()
  const language = i18n.locale === 'en' ? 'en' : 'it'
  const formatLicence = ({ licence, scoring }: Pick<Sf36VersionSummary, 'licence' | 'scoring'>): string => {
    if (licence !== '') return licence
    return scoring === 'sf36' ? t`nessuna: testo dimostrativo` : t`nessuna`
  }
  return (
    <ScrollableTable label={t`Versioni`} className={layout.plainNames}>
      <TableHead headings={[t`Versione`, t`Descrizione`, t`Punteggi`, t`Licenza`, t`Pubblicata`, t`File`]} />
      <tbody>
        {versions.map(({ version, description, licence, scoring, publishedAt, publishedBy, changedAt, changedBy }) => {
          const [saved, who] = [showMoment(changedAt), changedBy ?? '']
          return (
            <tr key={version}>
              <th scope="row">{version}</th>
              <td>{description[language]}</td>
              <td>{scoring === 'sf36' ? t`SF-36` : t`nessuno`}</td>
              <td>{formatLicence({ licence, scoring })}</td>
              <td>
                {publishedAt === null ? t`no: bozza di ${who}, ${saved}` : showMoment(publishedAt)}
                {publishedBy !== null && `, ${publishedBy}`}
              </td>
              <td>
                <DownloadButton version={version} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </ScrollableTable>
  )
}

/** The file that the import reads, as a pattern for another questionnaire. */
const DownloadButton = ({ version }: { readonly version: number }) => {
  const { t } = useLingui()
  const { refetch, isFetching } = useQuery(trpc.sf36Versions.detail.queryOptions({ version }, { enabled: false }))
  const download = async (): Promise<void> => {
    const { data } = await refetch()
    if (data) saveFile(`sf36_${version}.json`, new Blob([formatSf36File(data)], { type: 'application/json' }))
  }
  return (
    <Button size="xs" variant="default" loading={isFetching} aria-label={t`Scarica la versione ${version}`} onClick={() => void download()}>
      {t`Scarica`}
    </Button>
  )
}
