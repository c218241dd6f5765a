import { type HelpPage, findHelpPage } from '@registry/domain/access/help-pages'
import { frontEndVersion } from '@registry/ui/browser/front-end-version.ts'
import { HelpButton } from '@registry/ui/layout/help-button.tsx'
import { VersionButton } from '@registry/ui/layout/version-button.tsx'
import { HelpDialog } from '@registry/ui/help/help-dialog.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ownFailures } from '../query-client.ts'
import { useShell } from '../shell.ts'
import { useSiteInfo } from './use-site-info.ts'

/** Version and help, in the header of every page. */
export const HeaderTools = () => (
  <>
    <Version />
    <Help />
  </>
)

/** Asks the server for its version each time the dialog opens. */
const Version = () => {
  const { data: site, refetch } = useSiteInfo()
  const server = site && { frontEnd: site.fe_version, backEnd: site.be_version }
  return <VersionButton versions={{ page: frontEndVersion, server }} onOpen={() => void refetch()} />
}

const Help = () => {
  const here = useLocation({ select: (location) => location.pathname })
  const [page, setPage] = useState<HelpPage>()
  return (
    <>
      <HelpButton onOpen={() => setPage(findHelpPage(here))} />
      {page !== undefined && <OpenHelp page={page} onOpenPage={setPage} onClose={() => setPage(undefined)} />}
    </>
  )
}

type OpenHelpProps = { readonly page: HelpPage; readonly onOpenPage: (page: HelpPage) => void; readonly onClose: () => void }

const OpenHelp = ({ page, onOpenPage, onClose }: OpenHelpProps) => {
  const { trpc } = useShell()
  const { language } = useLanguage()
  const { data, error } = useQuery(trpc.help.page.queryOptions({ page, language }, ownFailures))
  return <HelpDialog page={page} onOpenPage={onOpenPage} content={data} error={error} onClose={onClose} />
}
