import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowRight, IconHeartHandshake, IconStethoscope } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LanguageFlags } from '../language/flags.tsx'
import classes from './entrances.module.css'
import { PageHeading } from './page.tsx'

type Props = { readonly staffOrigin: string; readonly myconsentOrigin: string }

/** The home of both sites: the flags, and two entrances, each to its own site's host (spec 1, section 2; D1). */
export const Entrances = ({ staffOrigin, myconsentOrigin }: Props) => {
  const { t } = useLingui()
  return (
    <>
      <PageHeading
        title={t`Registro delle talassemie e delle emoglobinopatie`}
        lead={t`La rete nazionale per la ricerca sulle talassemie e sulle emoglobinopatie.`}
      />
      <LanguageFlags size="large" />
      <div className={classes.entrances}>
        <Entrance href={`${myconsentOrigin}/loginp`} icon={<IconHeartHandshake size={32} aria-hidden="true" />} name={t`Sono un paziente`}>
          <Trans>Entra in MyConsent: i tuoi dati, i tuoi consensi e chi li ha usati.</Trans>
        </Entrance>
        <Entrance href={`${staffOrigin}/login`} icon={<IconStethoscope size={32} aria-hidden="true" />} name={t`Sono un operatore`}>
          <Trans>Accesso per i centri, i responsabili dei dati e gli amministratori.</Trans>
        </Entrance>
      </div>
    </>
  )
}

const Entrance = ({
  href,
  icon,
  name,
  children,
}: {
  readonly href: string
  readonly icon: ReactNode
  readonly name: string
  readonly children: ReactNode
}) => (
  <a href={href} className={classes.entrance}>
    {icon}
    <span className={classes.words}>
      <strong className={classes.name}>{name}</strong>
      <span>{children}</span>
    </span>
    <IconArrowRight size={24} aria-hidden="true" />
  </a>
)
