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
import {
  consentDocumentListAddress,
  readDocumentKind,
  type DocumentSearch,
  documentTabs,
  type DocumentTab,
} from './consent-document-routes.ts'
import { Differences } from './differences.tsx'
import { DraftEditor } from './draft-editor.tsx'
import { Preview } from './preview.tsx'
import { Progress } from './progress.tsx'
import { useDocumentLabels } from './document-labels.ts'
import { Versions } from './versions.tsx'

const tabTexts = {
  versioni: msg`Versioni`,
  bozza: msg`Bozza`,
  anteprima: msg`Anteprima`,
  differenze: msg`Differenze`,
  avanzamento: msg`Nuove risposte`,
} as const satisfies Record<DocumentTab, unknown>

/** A consent document: versions, draft, preview, differences and progress (REQ-CON-18 to REQ-CON-20). */
export const ConsentDocumentPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { formatKind } = useDocumentLabels()
  const { documentKind } = useParams({ strict: false })
  const kind = readDocumentKind(documentKind)
  const { scheda = 'versioni' }: DocumentSearch = useSearch({ strict: false })
  const { data: document } = useSuspenseQuery(trpc.consentDocuments.detail.queryOptions({ kind }))
  const [published, setPublished] = useState<number>()
  const [savedAt, setSavedAt] = useState<Date>()
  const open = (tab: DocumentTab): void => {
    setPublished(undefined)
    void navigate({ to: '.', search: { scheda: tab }, replace: true, resetScroll: false })
  }
  const panels = {
    versioni: <Versions versions={document.versions} />,
    bozza: (
      <DraftEditor
        key={`${kind} ${document.draft?.version ?? 0}`}
        document={document}
        savedAt={savedAt}
        onSaved={() => setSavedAt(new Date())}
        onPublished={(version) => {
          open('versioni')
          setPublished(version)
        }}
      />
    ),
    anteprima: <Preview document={document} />,
    differenze: <Differences document={document} />,
    avanzamento: <Progress document={document} />,
  } as const satisfies Record<DocumentTab, unknown>
  return (
    <>
      <Breadcrumbs list={consentDocumentListAddress} listName={t`Testi dei consensi`} name={formatKind(kind)} />
      <PageHeading title={formatKind(kind)} />
      <div className={layout.page}>
        {published !== undefined && <Notice status="yes">{t`Versione ${published} pubblicata`}</Notice>}
        <PageTabs
          label={t`Parti della pagina`}
          tabs={documentTabs.map((tab) => ({ name: tab, label: t(tabTexts[tab]), panel: panels[tab] }))}
          open={scheda}
          onOpen={open}
        />
      </div>
    </>
  )
}
