import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { SQLDialect } from '@codemirror/lang-sql'
import { bracketMatching, HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { CheckedSql } from '@registry/api-contract/saved-filters'
import { styleNonce } from '@registry/ui/browser/content-policy.ts'
import { useEffect, useRef } from 'react'
import { createCompletionSource, type LoadOptions, type OfferedField, sqlFunctions, sqlWords } from './sql-completions.ts'

/** Only what a condition may contain is highlighted. */
const dialect = SQLDialect.define({
  keywords: `${sqlWords.join(' ').toLowerCase()} as cast from year month unknown ilike`,
  builtin: sqlFunctions.join(' '),
  types: 'date',
})

const highlightStyle = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--registry-focus)', fontWeight: '600' },
  { tag: [tags.string, tags.bool], color: 'var(--registry-good-text)' },
  { tag: [tags.standard(tags.name), tags.typeName], fontStyle: 'italic' },
])

const theme = EditorView.theme({
  '&': {
    border: '1px solid var(--registry-field-border)',
    borderRadius: 'var(--mantine-radius-default)',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '&.cm-focused': { outline: '3px solid var(--registry-focus)' },
  '.cm-content': { minHeight: '9em', padding: '10px 0', fontFamily: 'var(--mantine-font-family-monospace)', caretColor: 'currentColor' },
  '.cm-scroller': { maxHeight: '24em', overflow: 'auto' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--registry-bad-text)', textUnderlineOffset: '3px' },
  '.cm-tooltip': {
    border: '1px solid var(--registry-field-border)',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    maxWidth: '92vw',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mantine-font-family-monospace)' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '6px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--registry-header)',
    color: 'var(--registry-header-text)',
  },
  '.cm-completionDetail': { fontFamily: 'var(--mantine-font-family)', fontStyle: 'normal', marginLeft: '8px' },
})

type Props = {
  readonly id: string
  readonly labelId: string
  readonly descriptionId: string
  readonly completionsLabel: string
  readonly text: string
  readonly problem: CheckedSql['problem']
  readonly fields: readonly OfferedField[]
  readonly loadOptions: LoadOptions
  readonly onChange: (text: string) => void
}

/** The marked part of the text. A place at the end marks the last character. */
const toDiagnostic = ({ offset, length, message }: NonNullable<CheckedSql['problem']>, size: number) => {
  const to = Math.min(offset + length, size)
  return { from: Math.max(0, Math.min(offset, to - 1)), to, severity: 'error' as const, message }
}

/**
 * The editor of a free condition (REQ-FIL-15). Tab leaves it and Esc closes the list of completions, so that nobody is caught by the
 * keyboard.
 */
const SqlEditor = ({ id, labelId, descriptionId, completionsLabel, text, problem, fields, loadOptions, onChange }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ onChange, text })
  useEffect(() => {
    latest.current = { onChange, text }
  })
  useEffect(() => {
    if (!host.current) return undefined
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          EditorState.phrases.of({ Completions: completionsLabel }),
          EditorView.contentAttributes.of({ id, 'aria-labelledby': labelId, 'aria-describedby': descriptionId, spellcheck: 'false' }),
          EditorView.lineWrapping,
          history(),
          bracketMatching(),
          new LanguageSupport(dialect.language),
          syntaxHighlighting(highlightStyle),
          autocompletion({ override: [createCompletionSource(fields, loadOptions)], icons: false }),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          theme,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [id, labelId, descriptionId, completionsLabel, fields, loadOptions])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === text) return
    // The cursor goes to the end of what was inserted.
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, selection: { anchor: text.length } })
  }, [text])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    editor.contentDOM.setAttribute('aria-invalid', String(problem !== null))
    const diagnostics = problem && problem.offset <= editor.state.doc.length ? [toDiagnostic(problem, editor.state.doc.length)] : []
    editor.dispatch(setDiagnostics(editor.state, diagnostics))
  }, [problem])

  return <div ref={host} />
}

export default SqlEditor
