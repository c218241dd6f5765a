import { useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import type { OwnStudy } from '@registry/api-contract/studies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { buildContactLink } from '@registry/domain/studies/contact'
import { findVideo, parseVideoAddress, type Video } from '@registry/domain/studies/video'
import type { Language } from '@registry/domain/language'
import { showDate } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconFileText } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadDocument } from '../../documents/download-document.ts'
import { PageTabs } from '../../app/page-tabs.tsx'
import { studyQueries } from './queries.ts'
import { StudyAnswer } from './study-answer.tsx'
import { type StudySearch, type StudyTab, studyTabs } from './views.ts'
import { ButtonLink } from '../../app/links.tsx'
import { PageActions } from '../../app/page-actions.tsx'
import classes from './studies.module.css'
import { StudyStatus } from './study-status.tsx'

/**
 * The video of a study. Its site learns nothing before the patient opens it (THREAT-29). The player needs the address of this site, so it
 * gets the host name alone, and the text states this.
 */
const StudyVideo = ({ video: { site, player } }: { readonly video: Video }) => {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  if (open)
    return (
      <iframe
        className={classes.video}
        src={player}
        title={t`Video dello studio`}
        sandbox="allow-scripts allow-same-origin allow-presentation"
        referrerPolicy="origin"
        allow="fullscreen"
      />
    )
  return (
    <div className={`${classes.videoOffer} no-print`}>
      <p>
        {t`Lo studio ha un video su ${site}. Se lo apri, ${site} riceve l’indirizzo di rete del tuo dispositivo e il nome di questo sito.`}
      </p>
      <Button variant="default" size="lg" onClick={() => setOpen(true)}>
        {t`Guarda il video`}
      </Button>
    </div>
  )
}

/** The video of a site whose player this site does not show. It opens in a new page, which does not learn where the patient came from (THREAT-29). */
const StudyVideoLink = ({ address: { href, host } }: { readonly address: URL }) => {
  const { t } = useLingui()
  return (
    <div className={`${classes.videoOffer} no-print`}>
      <p>{t`Lo studio ha un video su ${host}. Si apre in un’altra pagina, e ${host} riceve l’indirizzo di rete del tuo dispositivo.`}</p>
      <Button component="a" href={href} target="_blank" rel="noopener noreferrer" variant="default" size="lg">
        {t`Apri il video`}
      </Button>
    </div>
  )
}

type SheetProps = { readonly id: string; readonly language: Language }

/** The PDF with which the study team informs the invited patients (REQ-STU-22). */
const InformationSheet = ({ id, language }: SheetProps) => {
  const { t } = useLingui()
  const { language: pageLanguage } = useLanguage()
  const query = new URLSearchParams({ id, language })
  const download = useMutation({
    mutationFn: () => downloadDocument(`/api/patient/StudySheet?${query}`, t`foglio-informativo.pdf`, t`Errore lato server`),
    ...ownFailures,
  })
  return (
    <div className={`${classes.sheet} no-print`}>
      <Button
        variant="default"
        size="lg"
        leftSection={<IconFileText size={20} aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t`Foglio informativo (PDF)`}
      </Button>
      {language !== pageLanguage && <p className={classes.day}>{language === 'it' ? t`È in italiano.` : t`È in inglese.`}</p>}
      {download.error && <Notice status="error">{describeFailure(download.error)}</Notice>}
    </div>
  )
}

/** A text in the reader's language. The Italian one replaces a missing English one. */
const pickText = (italian: string | null, english: string | null, language: Language) => {
  if (language === 'en' && english !== null) return { text: english, language }
  return italian === null ? undefined : { text: italian, language: 'it' }
}

type StudyInformationProps = { readonly study: OwnStudy; readonly onProceed: () => void }

/** Topic, lead centre and data recipients of the study. */
const StudyInformation = ({ study, onProceed }: StudyInformationProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { description, texts, contact, mainCentre, videoUrl, invitedAt } = study
  const purpose = pickText(texts.purpose, texts.purposeEn, language)
  const duration = pickText(texts.duration, texts.durationEn, language)
  const video = videoUrl === null ? undefined : findVideo(videoUrl)
  const address = videoUrl === null || video ? undefined : parseVideoAddress(videoUrl)
  const destinations = useDestinations(study)
  return (
    <>
      <p className={classes.description} lang={texts.descriptionEn === null ? 'it' : undefined}>
        {description}
      </p>
      {study.sheet !== null && <InformationSheet id={study.id} language={study.sheet} />}
      {video && <StudyVideo video={video} />}
      {address && <StudyVideoLink address={address} />}
      <dl className={classes.facts}>
        {purpose && (
          <div>
            <dt>{t`Scopo`}</dt>
            <dd lang={purpose.language}>{purpose.text}</dd>
          </div>
        )}
        {duration && (
          <div>
            <dt>{t`Durata`}</dt>
            <dd lang={duration.language}>{duration.text}</dd>
          </div>
        )}
        {contact && (
          <div>
            <dt>{t`Per le tue domande`}</dt>
            <dd>
              {contact.name},{' '}
              <Anchor inherit className={classes.contact ?? ''} href={buildContactLink(contact.contact)}>
                {contact.contact}
              </Anchor>
            </dd>
          </div>
        )}
        <div>
          <dt>{t`Centro responsabile dello studio`}</dt>
          <dd>{mainCentre}</dd>
        </div>
        <div>
          <dt>{t`Invito`}</dt>
          <dd>{showDate(invitedAt)}</dd>
        </div>
        {destinations.length > 0 && (
          <div>
            <dt>{t`I dati dello studio possono andare anche`}</dt>
            <dd>
              <ul className={classes.destinations}>
                {destinations.map((destination) => (
                  <li key={destination}>{destination}</li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        <div>
          <dt>{t`La tua risposta`}</dt>
          <dd>
            <StudyStatus study={study} />
          </dd>
        </div>
      </dl>
      <PageActions>
        {study.state === 'waiting' && (
          <Button size="lg" onClick={onProceed}>
            {t`Consenso allo studio`}
          </Button>
        )}
        <ButtonLink to="/pstudi" variant="default" size="lg">
          {t`Indietro`}
        </ButtonLink>
      </PageActions>
    </>
  )
}

const useDestinations = ({ partners: { extraeu, f, p_db: publicDatabases } }: OwnStudy): readonly string[] => {
  const { t } = useLingui()
  return [
    ...(extraeu ? [t`fuori dall’Unione europea`] : []),
    ...(f ? [t`ad aziende farmaceutiche`] : []),
    ...(publicDatabases ? [t`in banche dati pubbliche`] : []),
  ]
}

type Props = { readonly id: string; readonly search: StudySearch }

/** One study: what it is about, and the patient's answer (REQ-STU-07). */
export const StudyPage = ({ id, search: { vista = 'informazioni' } }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: study } = useSuspenseQuery(studyQueries.study(id))
  const labels = { informazioni: t`Informazioni`, consenso: t`Consenso allo studio` }
  const open = (tab: StudyTab): void => void navigate({ to: '/pstudio/$studioId', params: { studioId: id }, search: { vista: tab } })
  return (
    <>
      <PageHeading title={study.title} language={study.titleLanguage} />
      <PageTabs tabs={studyTabs.map((name) => ({ name, label: labels[name] }))} open={vista} onOpen={open}>
        {vista === 'informazioni' ? (
          <StudyInformation study={study} onProceed={() => open('consenso')} />
        ) : (
          <StudyAnswer key={study.state} study={study} onBack={() => open('informazioni')} />
        )}
      </PageTabs>
    </>
  )
}
