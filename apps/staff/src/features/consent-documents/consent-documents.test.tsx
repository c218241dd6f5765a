import type { Services } from '@registry/api-contract/services'
import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import type { DraftParagraph } from '@registry/domain/consent/document-paragraphs'
import { AppError } from '@registry/domain/error'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const parts: DraftParagraph[] = [
  { type: 'title', it: 'Prima di decidere', en: 'Before you decide' },
  { type: 'text', it: 'Leggi tutto. Poi rispondi.', en: 'Read all. Then answer.' },
  {
    type: 'radio',
    it: 'Hai letto?',
    en: 'Have you read?',
    field: 'P_READ',
    options: [
      { it: 'Sì', en: 'Yes' },
      { it: 'No', en: 'No' },
    ],
  },
]
const version = (
  number: number,
  changed: Partial<ConsentDocumentDetail['versions'][number]> = {},
): ConsentDocumentDetail['versions'][number] => ({
  version: number,
  publishedAt: '2026-11-02T09:00:00.000Z',
  publishedBy: 'ga@example.org',
  material: false,
  fields: [],
  note: 'Un refuso',
  ...changed,
})
let document: ConsentDocumentDetail
beforeEach(() => {
  document = {
    kind: 'preliminary',
    versions: [version(2), version(1, { publishedBy: null, note: '' })],
    draft: null,
    questions: [{ field: 'C_F', text: 'Aziende?' }],
  }
})

const open = async (tab: string, ports: Partial<Services['consentDocuments']> = {}, language: 'it' | 'en' = 'it') => {
  serve({
    user: staffUser({ role: 'GlobalAdmin', areaid: 'W' }),
    consentDocuments: {
      list: async () => [
        {
          kind: 'preliminary',
          version: 2,
          publishedAt: '2026-11-02T09:00:00.000Z',
          draft: null,
          campaign: { version: 2, asked: 12, answered: 5 },
        },
      ],
      detail: async () => document,
      parts: async (_by, { version: number }) => ({
        version: number,
        paragraphs: number === 1 ? parts.with(1, { type: 'text', it: 'Leggi tutto. E poi basta.', en: 'Read all. That is it.' }) : parts,
      }),
      ...ports,
    },
  })
  return openAt(tab === 'lista' ? '/testi_consenso' : `/testo_consenso/${document.kind}?scheda=${tab}`, language)
}
const draft = (paragraphs: readonly DraftParagraph[] = parts, number = 3) => ({
  paragraphs: [...paragraphs],
  basedOn: 2,
  version: number,
  changedAt: '2026-11-20T09:00:00.000Z',
  changedBy: 'other@example.org',
})

describe('the consent documents', () => {
  it('are listed with draft and new answers, and open from there', async () => {
    const user = await open('lista')
    const row = within(await screen.findByRole('row', { name: /Domande preliminari/ }))
    expect(row.getByText('5 di 12, versione 2')).toBeInTheDocument()
    await user.click(row.getByRole('link', { name: 'Domande preliminari' }))
    expect(await screen.findByRole('row', { name: /redazionale Un refuso/ })).toBeInTheDocument()
    expect(screen.getByText('testo dell’installazione')).toBeInTheDocument()
  })

  it('REQ-CON-18: a first draft begins from the newest version, and is saved with its changes', async () => {
    const save = vi.fn<Services['consentDocuments']['save']>(async (_by, { paragraphs }) => {
      document = { ...document, draft: draft(paragraphs, 1) }
      return document.draft!
    })
    const user = await open('bozza', { save })
    const [title] = await screen.findAllByRole('textbox', { name: 'Italiano' })
    expect(screen.getByRole('button', { name: 'Salva la bozza' })).toBeDisabled()
    await user.clear(title!)
    await user.type(title!, 'Prima')
    await user.click(screen.getByRole('button', { name: 'Aggiungi: Paragrafo' }))
    await user.click(screen.getByRole('button', { name: 'Sposta su: Parte 2: Paragrafo' }))
    await user.click(screen.getByRole('button', { name: 'Salva la bozza' }))
    expect(await screen.findByText(/Bozza salvata da other@example\.org/)).toBeInTheDocument()
    expect(screen.getByText(/Dati salvati correttamente/)).toBeInTheDocument()
    expect(save).toHaveBeenCalledWith(
      expect.anything(),
      {
        kind: 'preliminary',
        version: 0,
        paragraphs: [parts[1], { ...parts[0], it: 'Prima' }, parts[2], { type: 'text', it: '', en: '' }],
      },
      expect.anything(),
    )
  })

  it('REQ-CON-18: a wide window shows the draft as the patient sees it next to its editor, while the person types', async () => {
    const { matchMedia } = globalThis
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(matchMedia(query), { matches: query === '(min-width: 88em)' }))
    onTestFinished(() => void vi.stubGlobal('matchMedia', matchMedia))
    const user = await open('bozza')
    const preview = within(await screen.findByRole('group', { name: 'Come lo vede il paziente' }))
    expect(preview.getByRole('heading', { name: 'Prima di decidere' })).toBeInTheDocument()
    const [title] = screen.getAllByRole('textbox', { name: 'Italiano' })
    await user.clear(title!)
    await user.type(title!, 'Leggi con calma')
    expect(await preview.findByRole('heading', { name: 'Leggi con calma' })).toBeInTheDocument()
    await user.click(preview.getByRole('radio', { name: 'Inglese' }))
    expect(await preview.findByRole('heading', { name: 'Before you decide' })).toBeInTheDocument()
  })

  it('REQ-CON-18: a narrow window has the preview in its tab only', async () => {
    await open('bozza')
    await screen.findByRole('button', { name: 'Salva la bozza' })
    expect(screen.queryByRole('group', { name: 'Come lo vede il paziente' })).not.toBeInTheDocument()
    expect(screen.getByRole('tab', { name: 'Anteprima' })).toBeInTheDocument()
  })

  it('REQ-CON-18: parts fold, the outline opens one, and a part with an error stays open', async () => {
    document = { ...document, draft: draft([parts[0]!, { type: 'text', it: 'Testo', en: '' }, parts[2]!]) }
    const user = await open('bozza')
    await user.click(await screen.findByRole('button', { name: 'Chiudi tutte le parti' }))
    expect(screen.queryByRole('textbox', { name: 'Italiano' })).not.toBeInTheDocument()
    const outline = within(screen.getByRole('navigation', { name: 'Parti del testo' }))
    await user.click(outline.getByRole('link', { name: 'Prima di decidere' }))
    expect(screen.getByRole('group', { name: 'Parte 1: Titolo' })).toHaveFocus()
    expect(screen.getByRole('textbox', { name: 'Italiano' })).toHaveValue('Prima di decidere')
    await user.click(screen.getByRole('button', { name: 'Parte 1: Titolo', expanded: true }))
    await user.click(screen.getByRole('button', { name: 'Pubblica' }))
    await user.click(await screen.findByRole('link', { name: 'Parte 2: Paragrafo, inglese: Campo obbligatorio' }))
    expect(screen.getByRole('textbox', { name: 'Inglese' })).toHaveFocus()
    expect(outline.getByText('da correggere')).toBeInTheDocument()
    expect(screen.getAllByRole('textbox', { name: 'Inglese' })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Apri tutte le parti' }))
    expect(screen.getAllByRole('textbox', { name: 'Italiano' })).not.toHaveLength(1)
  })

  it('an error that prevents publication is shown at its field', async () => {
    document = { ...document, draft: draft([parts[0]!, { type: 'text', it: 'Testo', en: '' }, parts[2]!]) }
    const user = await open('bozza')
    await user.click(await screen.findByRole('button', { name: 'Pubblica' }))
    expect(
      within(await screen.findByRole('alert')).getByRole('link', { name: 'Parte 2: Paragrafo, inglese: Campo obbligatorio' }),
    ).toBeInTheDocument()
    expect(screen.getAllByRole('textbox', { name: 'Inglese' })[1]).toBeInvalid()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('of two people who save, the second reads who was first, and keeps what was typed', async () => {
    document = { ...document, draft: draft() }
    const save = vi.fn(async () => {
      throw new AppError('document_draft_changed', { who: 'ga@example.org', what: 'parte 2' })
    })
    const user = await open('bozza', { save })
    const [, paragraph] = await screen.findAllByRole('textbox', { name: 'Italiano' })
    await user.type(paragraph!, ' Mio.')
    await user.click(screen.getByRole('button', { name: 'Salva la bozza' }))
    expect(
      within(await screen.findByRole('alert')).getByText(/ga@example\.org ha già modificato questa bozza \(parte 2\)/),
    ).toBeInTheDocument()
    expect(paragraph).toHaveValue('Leggi tutto. Poi rispondi. Mio.')
  })

  it('REQ-CON-19: publishing asks how, for which questions and why, and shows how many people are asked', async () => {
    document = { ...document, draft: draft(parts.with(0, { type: 'title', it: 'Dopo', en: 'After' })) }
    const publish = vi.fn<Services['consentDocuments']['publish']>(async () => ({
      ...document,
      draft: null,
      versions: [version(3), ...document.versions],
    }))
    const user = await open('bozza', { publish, concerned: async (_by, { fields }) => ({ patients: fields.length > 0 ? null : 12 }) })
    await user.click(await screen.findByRole('button', { name: 'Pubblica' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pubblica la bozza' }))
    await user.click(dialog.getByRole('button', { name: 'Pubblica' }))
    for (const label of ['Che cosa cambia per chi ha già risposto?', 'Motivo:'])
      expect(dialog.getByText(`${label} Campo obbligatorio`)).toBeInTheDocument()
    await user.click(dialog.getByRole('radio', { name: 'Serve una nuova risposta' }))
    expect(await dialog.findByText('Persone interessate: 12')).toBeInTheDocument()
    await user.click(dialog.getByRole('checkbox', { name: 'C_F: Aziende?' }))
    expect(await dialog.findByText('Persone interessate: meno di 5')).toBeInTheDocument()
    await user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Nuove regole')
    await user.click(dialog.getByRole('button', { name: 'Pubblica' }))
    expect(await screen.findByText('Versione 3 pubblicata')).toBeInTheDocument()
    expect(publish).toHaveBeenCalledWith(
      expect.anything(),
      {
        kind: 'preliminary',
        version: 3,
        material: true,
        fields: ['C_F'],
        note: 'Nuove regole',
      },
      expect.anything(),
    )
  })

  it('REQ-GRD-03: a text for minors is published with a reason, and asks nobody again', async () => {
    const text = [{ type: 'text', it: 'Per te.', en: 'For you.' }] as const
    document = { ...document, kind: 'assent_child', draft: draft(text) }
    const publish = vi.fn<Services['consentDocuments']['publish']>(async () => ({ ...document, draft: null }))
    const user = await open('bozza', { publish })
    expect(await screen.findByRole('heading', { level: 1, name: 'Testo per i bambini' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Aggiungi: Domanda' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Pubblica' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pubblica la bozza' }))
    expect(dialog.queryByRole('radio')).toBeNull()
    await user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Comitato etico')
    await user.click(dialog.getByRole('button', { name: 'Pubblica' }))
    const sent = { kind: 'assent_child', version: 3, material: false, fields: [], note: 'Comitato etico' }
    expect(publish).toHaveBeenCalledWith(expect.anything(), sent, expect.anything())
  })

  it('the preview shows the patients’ page, in both languages', async () => {
    const user = await open('anteprima')
    const preview = within(await screen.findByRole('region', { name: 'Anteprima' }))
    expect(preview.getByRole('heading', { name: 'Prima di decidere' })).toBeInTheDocument()
    expect(within(preview.getByRole('group', { name: 'Hai letto?' })).getAllByRole('radio')).toHaveLength(2)
    await user.click(screen.getByRole('radio', { name: 'Inglese' }))
    expect(screen.getByRole('region', { name: 'Anteprima' })).toHaveAttribute('lang', 'en')
    expect(preview.getByRole('heading', { name: 'Before you decide' })).toBeInTheDocument()
  })

  it('preview and differences begin with the language of the reader', async () => {
    const user = await open('anteprima', {}, 'en')
    expect(await screen.findByRole('region', { name: 'Preview' })).toHaveTextContent(/^Before you decide/)
    await user.click(screen.getByRole('tab', { name: 'Differences' }))
    expect(await screen.findByRole('list', { name: 'Differences' })).toHaveTextContent('That is it.')
  })

  it('the differences name each changed sentence', async () => {
    await open('differenze')
    const [part] = within(await screen.findByRole('list', { name: 'Differenze' })).getAllByRole('listitem')
    expect(part).toHaveTextContent('ParagrafoLeggi tutto. tolto: E poi basta. aggiunto: Poi rispondi.')
    expect(part?.querySelector('ins')).toHaveTextContent('Poi rispondi.')
  })

  it('REQ-CON-20: the progress shows each centre, and hides fewer than five', async () => {
    document = { ...document, versions: [version(2, { material: true })] }
    await open('avanzamento', {
      progress: async () => ({
        asked: 12,
        answered: 5,
        withdrawn: 1,
        centres: [
          { centre: 'MI01', name: 'Milano', asked: null, answered: null, withdrawn: null },
          { centre: 'RM01', name: 'Roma', asked: 9, answered: 4, withdrawn: 1 },
        ],
      }),
    })
    expect(await screen.findByRole('row', { name: 'RM01, Roma 9 4 4 1' })).toBeInTheDocument()
    expect(screen.getByRole('row', { name: /MI01, Milano meno di 5/ })).toBeInTheDocument()
    expect(screen.getByText(/Finché una persona non risponde/)).toBeInTheDocument()
  })
})
