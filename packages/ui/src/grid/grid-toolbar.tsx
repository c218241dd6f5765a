import { Button, CloseButton, Menu, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useLingui } from '@lingui/react/macro'
import { IconColumns3, IconLineHeight, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { showNumber } from '../language/format.ts'
import { useLanguage } from '../language/language.tsx'
import type { GridDensity } from './density.ts'
import classes from './toolbar.module.css'
import type { GridView } from './view.ts'

const searchDelayMs = 200
const icon = { size: 18, 'aria-hidden': true } as const

type Counts = { readonly shown: number; readonly all: number }

type Props = {
  readonly density: GridDensity
  readonly onDensity: (density: GridDensity) => void
  readonly view: GridView
  readonly onView: (view: GridView) => void
  readonly rows: Counts
  readonly columns: Counts
  readonly onChooseColumns: () => void
}

export const GridToolbar = ({ density, onDensity, view, onView, rows, columns, onChooseColumns }: Props) => {
  const { t } = useLingui()
  const { shown, all } = columns
  return (
    <div className={classes.toolbar}>
      <GridSearch search={view.search} onSearch={(search) => onView({ ...view, search })} />
      <RowCount {...rows} />
      <div className={classes.tools}>
        <Button variant="default" size="sm" leftSection={<IconColumns3 {...icon} />} aria-haspopup="dialog" onClick={onChooseColumns}>
          <span className={classes.toolText}>{t`Colonne`}</span> {shown < all && `${shown}/${all}`}
        </Button>
        <DensityMenu density={density} onDensity={onDensity} />
        <Button variant="default" size="sm" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          <span className={classes.toolText}>{t`Stampa`}</span>
        </Button>
      </div>
    </div>
  )
}

const RowCount = ({ shown, all }: Counts) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [shownDocument, allText] = [showNumber(shown, language), showNumber(all, language)]
  return (
    <p role="status" className={classes.count}>
      {shown === all ? (all === 1 ? t`1 riga` : t`${allText} righe`) : t`${shownDocument} di ${allText} righe`}
    </p>
  )
}

/** The typed text appears immediately; the search follows when the user pauses. */
const GridSearch = ({ search, onSearch }: { readonly search: string; readonly onSearch: (search: string) => void }) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState(search)
  const sent = useRef(search)
  const send = (text: string): void => {
    sent.current = text
    onSearch(text)
  }
  const sendLater = useDebouncedCallback(send, searchDelayMs)
  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])
  const clear = (): void => {
    setTyped('')
    send('')
  }
  return (
    <TextInput
      className={classes.search}
      size="sm"
      inputMode="search"
      aria-label={t`Cerca nella tabella`}
      placeholder={t`Cerca`}
      value={typed}
      leftSection={<IconSearch {...icon} />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={t`Cancella la ricerca`} onClick={clear} />}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        sendLater(value)
      }}
    />
  )
}

type DensityProps = { readonly density: GridDensity; readonly onDensity: (density: GridDensity) => void }

const DensityMenu = ({ density, onDensity }: DensityProps) => {
  const { t } = useLingui()
  const options = [
    ['xs', t`Compatte`],
    ['md', t`Normali`],
    ['xl', t`Ampie`],
  ] as const
  return (
    <Menu position="bottom-end" shadow="md" width={200} withinPortal={false}>
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<IconLineHeight {...icon} />}>
          <span className={classes.toolText}>{t`Altezza righe`}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map(([option, label]) => (
          <Menu.RadioItem key={option} value={option} checked={option === density} closeMenuOnClick onChange={() => onDensity(option)}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
