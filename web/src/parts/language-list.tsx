import type { ResultOf } from '@postrider/core/assembly/registry'
import type { ComponentChildren } from 'preact'
import { languageWord } from '../language/language-words.js'
import { ForeignText } from './words.js'

type Language = ResultOf<'getCustomerTemplateDraft'>['languages'][number]

interface ListProps {
  readonly languages: readonly Language[]
  /** The draft that the screen shows. */
  readonly draftId: string
  hrefOf(language: Language): string
  /** The state of the newest version. */
  stateOf(language: Language): ComponentChildren
  /** The newest version and, if it is another one, the version in use. */
  versionOf(language: Language): string
}

/** The languages of a template: the state, version and text of each, with a link to it. */
export const LanguageList = ({ languages, draftId, hrefOf, stateOf, versionOf }: ListProps) => (
  <ul class="rows">
    {languages.map((one) => {
      const word = <ForeignText text={`${languageWord(one.language) ?? one.language} (${one.language})`} />
      return (
        <li key={one.draftId}>
          <div>
            <span class="row">
              {one.draftId === draftId ? (
                <b class="strong" aria-current="true">
                  {word}
                </b>
              ) : (
                <a href={hrefOf(one)}>{word}</a>
              )}
              {stateOf(one)}
              <span class="small quiet">{versionOf(one)}</span>
            </span>
            {one.text !== undefined && (
              <p class="small quiet clamp" dir="auto" lang={one.language}>
                <ForeignText text={one.text} />
              </p>
            )}
          </div>
        </li>
      )
    })}
  </ul>
)
