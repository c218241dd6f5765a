import { useLingui } from '@lingui/react/macro'
import type { LogQueryInput } from '@registry/api-contract/audit-log'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient, trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { AuditLogEntryDialog } from './audit-log-entry-dialog.tsx'
import { AuditLogForm } from './audit-log-form.tsx'
import { AuditLogGrid } from './audit-log-grid.tsx'
import { firstQuery, type AuditLogSearch } from './audit-log-route.ts'

/** The form shows the failure of a search, also of one that is on the page already. */
const searchOptions = (query: LogQueryInput) => ({ ...trpc.auditLog.query.queryOptions(query), ...ownFailures })

/** The audit log: a form, the entries that it found, and one entry in detail (REQ-ADM-03). */
export const AuditLogPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { voce }: AuditLogSearch = useSearch({ strict: false })
  const [query, setQuery] = useState<LogQueryInput>(firstQuery)
  const [saved, setSaved] = useState<string>()
  // Each reading is an entry of the log, so the page reads only when it is asked.
  const { data: entries } = useSuspenseQuery({ ...searchOptions(query), staleTime: Infinity })
  const open = (id: number | undefined): void =>
    void navigate({ to: '/log', search: id === undefined ? {} : { voce: id }, replace: id === undefined, resetScroll: false })
  return (
    <>
      <PageHeading
        title={t`Log`}
        lead={t`Ogni comando di operatori, pazienti e programmi lascia una voce. Anche le ricerche in questa pagina.`}
      />
      <div className={layout.page}>
        <AuditLogForm
          onSearch={async (next) => {
            setSaved(undefined)
            await queryClient.fetchQuery({ ...searchOptions(next), staleTime: 0 })
            setQuery(next)
          }}
          onSaved={setSaved}
        />
        {saved !== undefined && <Notice status="yes">{t`File ${saved} salvato`}</Notice>}
        <AuditLogGrid entries={entries} onOpen={open} />
      </div>
      {voce !== undefined && <AuditLogEntryDialog id={voce} onClose={() => open(undefined)} />}
    </>
  )
}
