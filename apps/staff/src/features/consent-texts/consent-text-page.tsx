import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import layout from '../../layout/layout.module.css'
import { PageTabs } from '../../layout/page-tabs.tsx'
import { consentTextListAddress, readTextKind, type TextSearch, textTabs, type TextTab } from './consent-text-routes.ts'
import { Differences } from './differences.tsx'
import { DraftEditor } from './draft-editor.tsx'
import { Preview } from './preview.tsx'
import { Progress } from './progress.tsx'
import { useTextLabels } from './text-labels.ts'
import { Versions } from './versions.tsx'

const tabTexts = {
  versioni: msg`Versioni`,
  bozza: msg`Bozza`,
  anteprima: msg`Anteprima`,
  differenze: msg`Differenze`,
  avanzamento: msg`Nuove risposte`,
} as const satisfies Record<TextTab, unknown>

/** One text of the consents: versions, draft, preview, differences and progress (REQ-CON-18 to REQ-CON-20). */
export const ConsentTextPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { formatKind } = useTextLabels()
  const { textKind } = useParams({ strict: false })
  const kind = readTextKind(textKind)
  const { scheda = 'versioni' }: TextSearch = useSearch({ strict: false })
  const { data: text } = useSuspenseQuery(trpc.consentTexts.detail.queryOptions({ kind }))
  const [published, setPublished] = useState<number>()
  const open = (tab: TextTab): void => {
    setPublished(undefined)
    void navigate({ to: '.', search: { scheda: tab }, replace: true, resetScroll: false })
  }
  const panels = {
    versioni: <Versions versions={text.versions} />,
    bozza: (
      <DraftEditor
        key={`${kind} ${text.draft?.version ?? 0}`}
        text={text}
        onPublished={(version) => {
          open('versioni')
          setPublished(version)
        }}
      />
    ),
    anteprima: <Preview text={text} />,
    differenze: <Differences text={text} />,
    avanzamento: <Progress text={text} />,
  } as const satisfies Record<TextTab, unknown>
  return (
    <>
      <Breadcrumbs list={consentTextListAddress} listName={t`Testi dei consensi`} name={formatKind(kind)} />
      <PageHeading title={formatKind(kind)} />
      <div className={layout.page}>
        {published !== undefined && <Notice status="yes">{t`Versione ${published} pubblicata`}</Notice>}
        <PageTabs
          label={t`Parti della pagina`}
          tabs={textTabs.map((tab) => ({ name: tab, label: t(tabTexts[tab]), panel: panels[tab] }))}
          open={scheda}
          onOpen={open}
        />
      </div>
    </>
  )
}
