import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { Footer } from './footer.tsx'

it('names the data controller, the data protection officer and the contacts', async () => {
  const contacts = { controller: 'Fondazione Esempio, Roma', dataProtectionOfficer: 'rpd@example.org', support: '+39 06 000000' }
  await show(<Footer contacts={contacts} />)
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByText('Titolare del trattamento').parentElement).toHaveTextContent('Fondazione Esempio, Roma')
  expect(footer.getByText('Responsabile della protezione dei dati').parentElement).toHaveTextContent('rpd@example.org')
  expect(footer.getByText('Contatti').parentElement).toHaveTextContent('+39 06 000000')
})

it('gives the telephone of the patient’s centre, where it is stored', async () => {
  const contacts = { controller: null, dataProtectionOfficer: null, support: null }
  await show(<Footer contacts={contacts} centre={{ name: 'Centro di Roma', telephone: '+39 06 555-0101' }} />)
  expect(screen.getByText('Il tuo centro').parentElement).toHaveTextContent('Centro di Roma, +39 06 555-0101')
  expect(screen.getByRole('link', { name: '+39 06 555-0101' })).toHaveAttribute('href', 'tel:+39065550101')
})

it('names the centre as contact when the operator has set none', async () => {
  await show(<Footer contacts={{ controller: null, dataProtectionOfficer: null, support: null }} />)
  expect(screen.getAllByText('non ancora indicato: chiedi al tuo centro')).toHaveLength(3)
})

it('REQ-UI-16: leads to the statements and the manual, in the language of the page', async () => {
  await show(<Footer contacts={{ controller: null, dataProtectionOfficer: null, support: null }} />)
  expect(screen.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/api/help/it/privacy')
  expect(screen.getByRole('link', { name: 'Accessibilità' })).toHaveAttribute('href', '/api/help/it/accessibility')
  expect(screen.getByRole('link', { name: 'Manuale' })).toHaveAttribute('href', '/api/help/it/manual')
})
