import { useLingui } from '@lingui/react/macro'
import { type HelpPage, findHelpPage } from '@registry/domain/access/help-pages'
import { IconButton } from '@registry/ui/layout/icon-button.tsx'
import { VersionButton } from '@registry/ui/layout/version-button.tsx'
import { lazyDialog } from '@registry/ui/dialogs/lazy-dialog.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { IconHelp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ownFailures } from '../query-client.ts'
import { useShell } from '../shell.ts'
import { useSiteInfo } from './use-site-info.ts'

const HelpDialog = lazyDialog(async () => (await import('@registry/ui/help/help-dialog.tsx')).HelpDialog)

/** The version of the running front end, set at build time. */
declare const __FRONT_END_VERSION__: string

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
  return <VersionButton versions={{ page: __FRONT_END_VERSION__, server }} onOpen={() => void refetch()} />
}

const Help = () => {
  const here = useLocation({ select: (location) => location.pathname })
  const { t } = useLingui()
  const [page, setPage] = useState<HelpPage>()
  return (
    <>
      <IconButton label={t`Aiuto`} aria-haspopup="dialog" onClick={() => setPage(findHelpPage(here))}>
        <IconHelp size={24} aria-hidden="true" />
      </IconButton>
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
