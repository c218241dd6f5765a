import type { ReactNode } from 'react'
import { useWideWindow } from '../browser/wide-window.ts'
import { LanguageFlags } from '../language/flags.tsx'
import classes from './frame.module.css'
import { BackArrow, Frame, type Width } from './header.tsx'
import type { PlaceGroup } from './places.tsx'
import { MenuDrawer, SideMenu } from './side-menu.tsx'
import { type Person, UserMenu } from './user-menu.tsx'

type Props = {
  readonly title: string
  readonly home: string
  readonly width: Width
  readonly person: Person
  readonly places: readonly PlaceGroup[]
  /** The address one level up; in a narrow window a page without one shows the menu's button instead. */
  readonly back?: string | undefined
  readonly here: string
  /** Version and help. */
  readonly tools?: ReactNode
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** The frame of pages with a session: back arrow or menu button, title, version, help, user menu, left menu (spec 1, section 2, shell). */
export const AppFrame = ({ title, home, width, person, places, back, here, tools, footer, children }: Props) => {
  const wide = useWideWindow()
  // Every page is below the home, which says nothing about where one is.
  const above = back === home ? undefined : back
  const menu = places.length > 0 ? { groups: places, here, above } : undefined
  const start = back === undefined ? menu && !wide && <MenuDrawer {...menu} /> : <BackArrow href={back} />
  return (
    <Frame
      title={title}
      home={home}
      width={width}
      start={start}
      side={menu && wide && <SideMenu {...menu} />}
      footer={footer}
      end={
        <>
          <div className={classes.roomy}>
            <LanguageFlags size="small" />
          </div>
          {tools}
          <UserMenu {...person} />
        </>
      }
    >
      {children}
    </Frame>
  )
}
