import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { helpAddress } from '@registry/domain/help/address'
import { IconArrowRight, IconHeartHandshake, IconStethoscope } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LanguageFlags } from '../language/flags.tsx'
import { showNumber } from '../language/format.ts'
import { useLanguage } from '../language/language.tsx'
import classes from './public-home.module.css'
import { PageHeading } from './page.tsx'

type Props = {
  readonly staffOrigin: string
  readonly myconsentOrigin: string
  readonly controller: string | null
  /** The active centres, and the people in tens. */
  readonly participants: { readonly centres: number; readonly people: number } | null
}

/** The home page of both apps: what the registry is, who runs it, the languages, and one link to each app on its own host (REQ-UI-01). */
export const PublicHome = ({ staffOrigin, myconsentOrigin, controller, participants }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <>
      <PageHeading
        title={t`Registro delle talassemie e delle emoglobinopatie`}
        lead={t`Raccoglie i dati clinici delle persone con una talassemia o un’altra emoglobinopatia, con il loro consenso, perché i centri che le curano e la ricerca conoscano meglio queste malattie.`}
      />
      <LanguageFlags size="large" />
      <div className={classes.sites}>
        <SiteLink href={`${myconsentOrigin}/loginp`} icon={<IconHeartHandshake size={32} aria-hidden="true" />} name={t`Sono un paziente`}>
          <Trans>Entra in MyConsent: i tuoi dati, i tuoi consensi e chi li ha usati.</Trans>
        </SiteLink>
        <SiteLink href={`${staffOrigin}/login`} icon={<IconStethoscope size={32} aria-hidden="true" />} name={t`Sono un operatore`}>
          <Trans>Accesso per i centri, i responsabili dei dati e gli amministratori.</Trans>
        </SiteLink>
      </div>
      {participants && <Participants {...participants} />}
      {controller !== null && <p className={classes.about}>{t`Chi lo gestisce: ${controller}`}</p>}
      <p className={classes.about}>
        <Anchor inherit href={helpAddress(language, 'privacy')} target="_blank" rel="noreferrer">
          <Trans>Come proteggiamo i tuoi dati</Trans>
        </Anchor>
      </p>
    </>
  )
}

const Participants = ({ centres, people }: NonNullable<Props['participants']>) => {
  const { language } = useLanguage()
  const atLeast = showNumber(people, language)
  return (
    <p className={classes.about}>
      <Plural
        value={centres}
        one={`Partecipano # centro e almeno ${atLeast} persone.`}
        other={`Partecipano # centri e almeno ${atLeast} persone.`}
      />
    </p>
  )
}

const SiteLink = ({
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
  <a href={href} className={classes.site}>
    {icon}
    <span className={classes.text}>
      <strong className={classes.name}>{name}</strong>
      <span>{children}</span>
    </span>
    <IconArrowRight size={24} aria-hidden="true" />
  </a>
)
