import type { Services } from '@registry/api-contract/services'
import type { Sf36Version, Sf36VersionSummary } from '@registry/api-contract/sf36-versions'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { AppError } from '@registry/domain/error'
import { sf36Questions } from '@registry/domain/sf36/structure'
import { formatSf36File } from '@registry/domain/sf36/wording'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const buildQuestions = (language: string) =>
  sf36Questions.map(({ type, options, items }, place) => ({
    text: `${language} domanda ${place + 1}`,
    help: '',
    options: Array.from({ length: options }, (_, option) => `${language} ${place + 1} risposta ${option + 1}`),
    questions: type === 'multi' ? items.map((_, item) => `${language} ${place + 1} quesito ${item + 1}`) : [],
  }))
const published: Sf36Version = {
  version: 1,
  description: { it: 'Prova', en: 'Trial' },
  licence: '',
  scoring: 'sf36',
  publishedAt: '2026-11-02T09:00:00.000Z',
  publishedBy: null,
  changedAt: '2026-11-02T09:00:00.000Z',
  changedBy: null,
  saves: 1,
  content: { it: buildQuestions('it'), en: buildQuestions('en') },
}
const draft: Sf36Version = { ...published, version: 2, publishedAt: null, changedBy: 'ga@example.org', saves: 4 }
const summarise = ({ content: _content, saves: _saves, ...summary }: Sf36Version): Sf36VersionSummary => summary

let stored: Sf36Version[]
beforeEach(() => {
  stored = [published]
})
const open = (tab: string, ports: Partial<Services['sf36Versions']> = {}) => {
  serve({
    user: staffUser({ role: 'GlobalAdmin', areaid: 'W' }),
    sf36Versions: {
      list: async () => stored.map(summarise),
      detail: async (_by, { version }) => stored.find((one) => one.version === version)!,
      ...ports,
    },
  })
  return openAt(`/creasf36?scheda=${tab}`)
}

describe('REQ-PAT-21: the wordings of the questionnaire', () => {
  it('a licensed wording comes from a file, is saved as the draft, and previewed with the other title', async () => {
    const save = vi.fn<Services['sf36Versions']['save']>(async (_by, { saves: _saves, ...wording }) => {
      const saved = { ...draft, ...wording }
      stored = [saved, published]
      return saved
    })
    const user = await open('bozza', { save })
    const wording = {
      ...published,
      licence: 'QM-7',
      content: { ...published.content, it: published.content.it.with(0, { ...published.content.it[0]!, text: 'Come stai?' }) },
    }
    await screen.findByRole('button', { name: 'Importa da un file JSON' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    await user.upload(input, new File(['{'], 'rotto.json', { type: 'application/json' }))
    expect(within(await screen.findByRole('alert')).getByText(/non è un file JSON leggibile/)).toBeInTheDocument()
    await user.upload(input, new File([formatSf36File(wording)], 'sf36.json', { type: 'application/json' }))
    expect(await screen.findByText(/File letto: sf36\.json/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Salva la bozza' }))
    expect(await screen.findByText(/Bozza salvata da ga@example\.org/)).toBeInTheDocument()
    expect(screen.getByText(/Dati salvati correttamente/)).toBeInTheDocument()
    expect(save.mock.lastCall?.[1]).toMatchObject({ saves: 0, licence: 'QM-7', content: { it: { 0: { text: 'Come stai?' } } } })
    await user.click(screen.getByRole('tab', { name: 'Anteprima' }))
    const preview = within(await screen.findByRole('region', { name: 'Anteprima' }))
    expect(preview.getByRole('heading', { name: 'Questionario sulla salute (SF-36)' })).toBeInTheDocument()
    expect(preview.getAllByRole('group')).toHaveLength(36)
    expect(preview.getByRole('group', { name: 'Come stai?' })).toBeInTheDocument()
  })

  it('a draft is published after a question; an incomplete one shows the field', async () => {
    stored = [{ ...draft, content: { ...draft.content, en: draft.content.en.with(10, { ...draft.content.en[10]!, text: '' }) } }, published]
    const publish = vi.fn<Services['sf36Versions']['publish']>(async () => {
      stored = [{ ...draft, publishedAt: '2026-11-03T09:00:00.000Z' }, published]
      return stored.map(summarise)
    })
    const user = await open('bozza', {
      publish,
      save: async (_by, { saves: _saves, ...wording }) => {
        stored = [{ ...draft, ...wording, saves: 5 }, published]
        return stored[0]!
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Pubblica' }))
    expect(within(await screen.findByRole('alert')).getByText('domanda 11, Testo, inglese: Campo obbligatorio')).toBeInTheDocument()
    const question = within(screen.getByRole('group', { name: 'Domanda 11' }))
    await user.type(question.getByRole('textbox', { name: 'Testo, inglese' }), 'True?')
    await user.click(screen.getByRole('button', { name: 'Salva la bozza' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pubblica' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Pubblica' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Pubblica' }))
    expect(await screen.findByText('Versione 2 pubblicata')).toBeInTheDocument()
    expect(publish.mock.lastCall?.[1]).toEqual({ saves: 5 })
    expect(screen.getAllByText('nessuna: testo dimostrativo')).toHaveLength(2)
  })

  it('of two people who save, the second reads who was first, and keeps what was typed', async () => {
    stored = [draft, published]
    const user = await open('bozza', {
      save: async () => {
        throw new AppError('sf36_draft_changed', { who: 'other@example.org', what: 'domanda 3' })
      },
    })
    const text = within(await screen.findByRole('group', { name: 'Domanda 1' })).getByRole('textbox', { name: 'Testo, italiano' })
    await user.type(text, '!')
    await user.click(screen.getByRole('button', { name: 'Salva la bozza' }))
    expect(
      within(await screen.findByRole('alert')).getByText(/other@example\.org ha già modificato questa bozza \(domanda 3\)/),
    ).toBeInTheDocument()
    expect(text).toHaveValue('it domanda 1!')
  })

  it('without scores, questions, sub-questions and answers are added, moved and removed in both languages', async () => {
    const sleep = { text: 'Dormi bene?', help: '', options: ['Sì', 'No'], questions: [] }
    const other: Sf36Version = {
      ...draft,
      scoring: 'none',
      content: { it: [sleep], en: [{ ...sleep, text: 'Do you sleep well?', options: ['Yes', 'No'] }] },
    }
    stored = [other, published]
    const save = vi.fn<Services['sf36Versions']['save']>(async (_by, { saves, ...wording }) => {
      stored = [{ ...other, ...wording, saves: saves + 1 }, published]
      return stored[0]!
    })
    const user = await open('bozza', { save })
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
    const type = async (question: string, name: string, text: string) =>
      user.type(within(screen.getByRole('group', { name: question })).getByRole('textbox', { name }), text)
    await press('Aggiungi una risposta: domanda 1')
    await type('Domanda 1', 'Risposta 3, italiano', 'A volte')
    await type('Domanda 1', 'Risposta 3, inglese', 'Sometimes')
    await press('Sposta su: domanda 1, Risposta 3')
    await press('Aggiungi una domanda')
    await type('Domanda 2', 'Testo, italiano', 'Di notte')
    await press('Aggiungi un quesito: domanda 2')
    await press('Aggiungi un quesito: domanda 2')
    await type('Domanda 2', 'Quesito 2b, inglese', 'you snore')
    await press('Elimina: domanda 2, Quesito 2a')
    await press('Sposta su: Domanda 2')
    await press('Salva la bozza')
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(save.mock.lastCall?.[1].content).toEqual({
      it: [
        { text: 'Di notte', help: '', options: ['', ''], questions: [''] },
        { ...sleep, options: ['Sì', 'A volte', 'No'] },
      ],
      en: [
        { text: '', help: '', options: ['', ''], questions: ['you snore'] },
        { ...sleep, text: 'Do you sleep well?', options: ['Yes', 'Sometimes', 'No'] },
      ],
    })
    await press('Elimina: Domanda 1')
    expect(screen.getAllByRole('group', { name: /^Domanda / })).toHaveLength(1)
    await user.click(screen.getByRole('tab', { name: 'Anteprima' }))
  })

  it('the structure with scores is fixed, and opens without them', async () => {
    stored = [draft, published]
    const user = await open('bozza')
    await screen.findByRole('group', { name: 'Domanda 1' })
    expect(screen.queryByRole('button', { name: 'Aggiungi una domanda' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: /^Nessuno/ }))
    expect(screen.getByRole('button', { name: 'Elimina: Domanda 1' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Elimina: Domanda 1' }))
    await user.click(screen.getByRole('radio', { name: /^SF-36/ }))
    await user.click(screen.getByRole('button', { name: 'Salva la bozza' }))
    expect(within(await screen.findByRole('alert')).getAllByText('Il questionario ha 11 domande in ogni lingua')).toHaveLength(2)
  })

  it('REQ-UI-20: what was typed and not saved is there again, and can be discarded', async () => {
    stored = [draft, published]
    const user = await open('bozza')
    const findText = async () =>
      within(await screen.findByRole('group', { name: 'Domanda 1' })).getByRole('textbox', { name: 'Testo, italiano' })
    await user.type(await findText(), '!')
    history.push('/identityM')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Esci dalla pagina' }))
    await waitFor(() => expect(location.pathname).toBe('/identityM'))
    history.push('/creasf36?scheda=bozza')
    expect(await findText()).toHaveValue('it domanda 1!')
    await user.click(screen.getByRole('button', { name: 'Scarta la bozza' }))
    expect(await findText()).toHaveValue('it domanda 1')
    expect(screen.getByRole('button', { name: 'Salva la bozza' })).toBeDisabled()
  })
})
