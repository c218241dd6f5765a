import { messages as shell } from '@registry/app-shell/locales/en.po'
import { messages as ui } from '@registry/ui/locales/en.po'
import { messages as own } from '../features/sign-in/locales/en.po'

export const messages = { ...ui, ...shell, ...own }
