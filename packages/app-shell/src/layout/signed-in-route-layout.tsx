import { findRequiredStep } from '@registry/domain/access/routes'
import { findMenuParent } from '@registry/domain/access/screens'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { AppLayout } from '@registry/ui/layout/app-layout.tsx'
import { useLocation } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { CurrentUser } from '../guard.ts'
import { IdleSignOut } from '../idle/idle-guard.tsx'
import { useProductName, useShell } from '../shell.ts'
import { HeaderTools } from './header-tools.tsx'
import { PageOutlet } from './page-outlet.tsx'
import { SiteContacts } from './site-contacts.tsx'
import { useBackAddress } from './use-back-address.ts'

type Layout = ComponentProps<typeof AppLayout>

type Props = Pick<Layout, 'width' | 'menu'> & {
  readonly user: CurrentUser
  /** The dialog about the account's security. */
  readonly security: Layout['person']['security']
  /** Further tools in the header, before version and help. */
  readonly tools?: ReactNode
  /** A notice above every page. */
  readonly banner?: ReactNode
  /** Choices that a person must make before any page. */
  readonly choice?: ReactNode
  /** The address of the page about personal data. */
  readonly dataPath?: Layout['person']['dataPath']
}

/** Header, menu and footer of pages with a session. Until a required step is done, it leads nowhere else (REQ-ACC-13). */
export const SignedInRouteLayout = ({ user, width, menu, security, tools, banner, choice, dataPath }: Props) => {
  const { home } = useShell()
  const back = useBackAddress()
  const currentPath = useLocation({ select: (location) => location.pathname })
  const free = findRequiredStep(user) === undefined
  return (
    <AppLayout
      title={useProductName()}
      home={home}
      width={width}
      person={{
        name: user.actingFor || user.name === '' ? user.username : formatPersonName(`${user.name} ${user.surname}`),
        dataPath,
        security: free ? security : undefined,
      }}
      menu={menu}
      back={free ? back : undefined}
      currentPath={currentPath}
      parentPath={findMenuParent(currentPath)}
      tools={
        <>
          {free && tools}
          <HeaderTools />
        </>
      }
      footer={<SiteContacts centre={user.patientCentre} />}
    >
      {free && banner}
      {(free && choice) || <PageOutlet />}
      <IdleSignOut />
    </AppLayout>
  )
}
