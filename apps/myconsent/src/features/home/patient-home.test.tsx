import type { Services } from '@registry/api-contract/services'
import type { CurrentConsents } from '@registry/api-contract/consents'
import type { PatientHome } from '@registry/api-contract/home'
import type { PatientExtras } from '@registry/api-contract/session'
import type { Language } from '@registry/domain/language'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { fakeDocuments, nothingGiven } from '../../testing/consents.ts'
import { serve } from '../../testing/fake-server.ts'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

const unused: PatientHome = { uses: [], usesThisYear: 0, listReadsThisYear: 0 }
const open = async (
  changed: Partial<PatientExtras> = {},
  home = unused,
  language: Language = 'it',
  given: Partial<CurrentConsents> = {},
  dataUses: Services['home']['dataUses'] = async () => ({ uses: [], next: null }),
) => {
  const consents = {
    ...fakeDocuments(),
    current: async () => ({ ...nothingGiven, ...given }),
    answered: async () => null,
    reconsentRequest: async () => null,
  }
  serve({ user: patientUser(changed), home: { patient: async () => home, dataUses }, consents })
  const user = await openAt('/myconsent', language)
  await screen.findByRole('heading', { level: 1 })
  return user
}
const never = { c_db: null, c_db_p: null, c_db_m: null, c_s: null, c_p_db: null, c_f: null }
const section = (name: string) => within(screen.getByRole('region', { name }))

describe('the patient’s home', () => {
  it('names the data controller in the footer, as the information text promises', async () => {
    await open()
    expect(await screen.findByRole('contentinfo')).toHaveTextContent('Fondazione Esempio')
  })

  it('REQ-PAT-18: shows all uses on request, a page at a time, by kind and period', async () => {
    const listed = (day: string): PatientHome['uses'][number] => ({
      day,
      at: `${day}T12:00:00Z`,
      times: 1,
      actor: 'DataManager',
      centre: null,
      source: 'export',
      kinds: ['medical'],
      purpose: null,
    })
    const uses = [listed('2026-10-12'), listed('2026-10-11')]
    const user = await open({}, { uses, usesThisYear: 12, listReadsThisYear: 0 }, 'it', {}, async (_caller, { cursor, kind, days }) => {
      if (kind === 'consents') return { uses: [], next: null }
      if (days === 30) return { uses: [listed('2026-10-12')], next: null }
      return cursor === undefined ? { uses, next: '2026-10-11' } : { uses: [listed('2025-01-02')], next: null }
    })
    const used = section('Chi ha usato i tuoi dati?')
    expect(used.getAllByRole('listitem')).toHaveLength(2)
    await user.click(used.getByRole('button', { name: 'Mostra tutti gli usi' }))
    await user.click(await used.findByRole('button', { name: 'Mostra gli usi precedenti' }))
    expect(await used.findByText(/02\/01\/2025/)).toBeInTheDocument()
    expect(used.queryByRole('button', { name: 'Mostra gli usi precedenti' })).not.toBeInTheDocument()
    await user.selectOptions(used.getByRole('combobox', { name: 'Periodo' }), 'ultimi 30 giorni')
    expect(await used.findAllByRole('listitem')).toHaveLength(1)
    await user.selectOptions(used.getByRole('combobox', { name: 'Tipo di dati' }), 'consensi')
    expect(await used.findByText('Nessun uso di questo tipo in questo periodo.')).toBeInTheDocument()
    expect(used.getByRole('button', { name: 'Stampa' })).toBeInTheDocument()
  })

  it('warns a patient without a registration consent, and links to the consents', async () => {
    const user = await open(never)
    expect(screen.getByRole('alert')).toHaveTextContent('Non hai mai autorizzato la registrazione')
    // The notice holds the prompt, so that nothing is said in red and again in yellow.
    expect(screen.getByRole('alert')).toContainElement(screen.getByRole('link', { name: 'Inserisci i consensi' }))
    expect(screen.getAllByText(/Non hai ancora dato i tuoi consensi/)).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'Inserisci i consensi' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'I tuoi consensi' })).toBeInTheDocument()
    expect(history.location.pathname).toBe('/consenso')
  })

  it('REQ-GRD-03: a guardian who signed reads that the other signature is missing, and is not asked again', async () => {
    const waiting = [
      { field: 'C_DB_P', yours: false },
      { field: 'C_DB_M', yours: false },
    ]
    await open(never, unused, 'it', { waiting })
    expect(section('C’è qualcosa che ti aspetta?').getByText('Manca una firma')).toBeInTheDocument()
    expect(section('Che cosa hai accettato?').getAllByText('Manca una firma')).toHaveLength(2)
    expect(screen.queryByRole('link', { name: /consensi$|rispondi$/ })).toBeNull()
  })

  it('REQ-GRD-03: the other guardian is asked for the missing signature', async () => {
    await open(never, unused, 'it', { waiting: [{ field: 'C_DB_P', yours: true }] })
    const pending = section('C’è qualcosa che ti aspetta?')
    expect(pending.getByText('Manca la tua firma')).toBeInTheDocument()
    expect(pending.getByRole('link', { name: 'Inserisci i consensi' })).toHaveAttribute('href', '/consenso')
  })

  it('REQ-GRD-03: a minor is not told that only their authorisation is missing', async () => {
    await open(never, unused, 'it', { assent: { text: 'adolescent', isAsked: true } })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(section('C’è qualcosa che ti aspetta?').getByText(/decidono i tuoi genitori o il tutore/)).toBeInTheDocument()
  })

  it('shows neither after the consents', async () => {
    await open()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Inserisci i consensi' })).not.toBeInTheDocument()
    expect(section('C’è qualcosa che ti aspetta?').getByText('No, è tutto a posto')).toBeInTheDocument()
  })

  it('asks for new answers when the texts have changed', async () => {
    await open({ consents_to_renew: true })
    expect(screen.getByRole('link', { name: 'Rispondi di nuovo' })).toHaveAttribute('href', '/consenso')
  })

  it('shows one invitation per study that waits for an answer, in the current language', async () => {
    const studi_attesa = [
      {
        clinical_study_id: 'S1',
        clinical_study_title: { trans_it: 'Ferro', trans_en: 'Iron' },
        invited_at: '2026-11-03T09:00:00Z',
        end_enrollment_date: '2027-05-23',
      },
      {
        clinical_study_id: 'S2',
        clinical_study_title: { trans_it: 'Cuore', trans_en: 'Cuore' },
        invited_at: '2026-11-03T09:00:00Z',
        end_enrollment_date: '2027-05-23',
      },
    ]
    await open({ studi_attesa }, unused, 'en')
    const waiting = section('Is anything waiting for you?')
    expect(waiting.getByText('Iron').parentElement).toHaveTextContent('There is an invitation for you: the study “Iron”.')
    expect(waiting.getByText('Iron')).toHaveAttribute('lang', 'en')
    expect(waiting.getByText('Cuore'), 'a study without an English title').toHaveAttribute('lang', 'it')
    expect(waiting.getAllByText('You were invited on 03/11/2026. You can answer until 23/05/2027.')).toHaveLength(2)
  })

  it('shows the current answers', async () => {
    await open({ c_db_m: false })
    const agreed = section('Che cosa hai accettato?')
    expect(agreed.getByText('Uso dei tuoi dati personali').parentElement).toHaveTextContent('Sì')
    expect(agreed.getByText('Uso dei tuoi dati clinici').parentElement).toHaveTextContent('No')
    expect(agreed.getByText('Dati fuori dall’Unione europea').parentElement).toHaveTextContent('Non risposto')
  })

  it('dates the answers, and distinguishes a withdrawn consent from a refused one (REQ-CON-13)', async () => {
    const since = '2026-10-02'
    await open({ c_db_m: false, c_s: false }, unused, 'it', {
      states: {
        C_DB_P: { since, withdrawn: false },
        C_DB_M: { since, withdrawn: true },
        C_S: { since, withdrawn: false },
      },
    })
    const agreed = section('Che cosa hai accettato?')
    expect(agreed.getByText('Uso dei tuoi dati personali').parentElement).toHaveTextContent('Sìdal 02/10/2026')
    expect(agreed.getByText('Uso dei tuoi dati clinici').parentElement).toHaveTextContent('No, ritiratoil 02/10/2026')
    expect(agreed.getByText('Contatto per nuovi studi clinici').parentElement).toHaveTextContent('Nodal 02/10/2026')
  })

  it('shows the name as people write it, in greeting and menu', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'Ciao, Maria' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Utente: Maria Rossi' })).toBeInTheDocument()
  })

  it.each([
    [
      'it',
      'Chi ha usato i tuoi dati?',
      'Quest’anno i tuoi dati sono stati usati 2 volte. In più il tuo centro ha aperto 16 volte l’elenco dei suoi pazienti.',
      [
        'Il tuo centro ha letto i tuoi dati sullo schermo, per «Ferrochelazione» (3 volte)',
        'I tuoi dati sono stati aggiornati dal programma del centro',
        'Il responsabile dei dati del registro ha esportato i tuoi dati in un file',
        'Il tuo centro ha aperto la tua cartella',
        'Il tuo centro ha aperto l’elenco dei suoi pazienti (16 volte)',
      ],
      /^02\/10\/2026, .* · Centro di Roma · dati personali, dati clinici$/,
      /^30\/09\/2026, .* · nessun valore: i tuoi consensi non lo permettono$/,
    ],
    [
      'en',
      'Who has used your data?',
      'Your data have been used 2 times this year. In addition, your centre opened its list of patients 16 times.',
      [
        'Your centre read your data on screen, for “Ferrochelazione” (3 times)',
        'Your data were updated by your centre’s program',
        'The registry’s data manager exported your data to a file',
        'Your centre opened your record',
        'Your centre opened its list of patients (16 times)',
      ],
      /^02\/10\/2026, .* · Centro di Roma · personal data, clinical data$/,
      /^30\/09\/2026, .* · no values: your consents do not allow it$/,
    ],
  ] as const)('REQ-PAT-14: says in sentences who has used the data (%s)', async (language, title, sentence, uses, details, withheld) => {
    const use = { times: 1, purpose: null, centre: 'Centro di Roma' } as const
    const listed: PatientHome['uses'] = [
      {
        ...use,
        day: '2026-10-02',
        at: '2026-10-02T12:00:00Z',
        times: 3,
        purpose: 'Ferrochelazione',
        actor: 'CenterAdmin',
        source: 'screen',
        kinds: ['personal', 'medical'],
      },
      { ...use, day: '2026-10-01', at: '2026-10-01T12:00:00Z', actor: 'program', source: 'service', kinds: ['medical'] },
      { ...use, day: '2026-09-30', at: '2026-09-30T12:00:00Z', actor: 'DataManager', centre: null, source: 'export', kinds: [] },
      { ...use, day: '2026-09-29', at: '2026-09-29T12:00:00Z', actor: 'CenterAdmin', source: 'record', kinds: ['medical'] },
      { ...use, day: '2026-09-28', at: '2026-09-28T12:00:00Z', times: 16, actor: 'CenterAdmin', source: 'list', kinds: ['identity'] },
    ]
    await open({}, { uses: listed, usesThisYear: 2, listReadsThisYear: 16 }, language)
    expect(section(title).getByText(sentence)).toBeInTheDocument()
    expect(
      section(title)
        .getAllByRole('listitem')
        .map(({ firstChild }) => firstChild?.textContent),
    ).toEqual(uses)
    expect(section(title).getByText(details)).toBeInTheDocument()
    expect(section(title).getByText(withheld)).toBeInTheDocument()
  })

  it('has a row for each area, each one link to an open area', async () => {
    const user = await open()
    const rows = section('Tutte le aree')
    expect(rows.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      ['I tuoi dati: Visualizza', '/pdati'],
      ['La tua cartella: Visualizza', '/miei_dati'],
      ['I tuoi consensi: Visualizza', '/consenso'],
      ['Nuovo questionario: Compila', '/sf36'],
      ['Questionari compilati: Visualizza', '/sf36?vista=compilati'],
      ['Newsletter: Visualizza', '/pnewsletter'],
      ['Studi clinici: Visualizza', '/pstudi'],
    ])
    await user.click(rows.getByRole('link', { name: 'I tuoi consensi: Visualizza' }))
    expect(history.location.pathname).toBe('/consenso')
  })
})

it('redirects a patient from a staff page to the patient home page', async () => {
  serve({ user: patientUser(), home: { patient: async () => unused }, consents: { current: async () => nothingGiven } })
  await openAt('/ga_filtri')
  expect(await screen.findByRole('heading', { name: 'Ciao, Maria' })).toBeInTheDocument()
})
