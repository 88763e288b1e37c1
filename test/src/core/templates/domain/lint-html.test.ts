import { expect } from 'chai'
import { htmlReader } from '@postrider/html-reader/parse5-reader'
import { lintHtml } from '@postrider/core/templates/domain/lint-html'
import type { TemplateVariable } from '@postrider/core/templates/domain/template'

const VARIABLES: readonly TemplateVariable[] = [
  { name: 'who', example: 'Asha' },
  { name: 'link', example: 'https://example.com/', type: 'url' },
  { name: 'count', example: '3', type: 'numeric' },
]

const problemsOf = (html: string): readonly string[] =>
  lintHtml(
    { content: { channel: 'email', subject: 'S', text: 'T', html }, variables: VARIABLES },
    htmlReader.read,
  ).map(({ field, code, message }) => {
    expect([field, code]).to.deep.equal(['/content/html', 'not_allowed'])
    return message
  })

/** HTML without problems. */
const FINE = [
  '<p>Hello {{who}}</p>',
  '<p title="For {{who}}" class=\'a-{{count}}\'>{{who}}, {{count}} < 4 & more</p>',
  '<a href="{{link}}">{{who}}</a><img src="{{link}}" alt="{{who}}">',
  '<a href="https://shop.example/?next={{link}}#top">x</a><a href="mailto:a@b.example">y</a><a href="#a">z</a>',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  '<title>For {{who}}</title><style>p { color: red }</style><!--[if mso]><b>Outlook</b><![endif]-->',
  '<table background="https://shop.example/a.png" style="width: 100%"><tr><td align="left">{{who}}</td></tr></table>',
  '<meta http-equiv="Content-Type" content="text/html"><img src="data:image/png;base64,AAAA">',
]

/** Invalid positions of a variable, and the errors. */
const MISPLACED: ReadonlyArray<readonly [html: string, message: RegExp]> = [
  ['<p title={{who}}>x</p>', /`who` is in the attribute `title` without quotes/],
  ['<p title=a{{who}}b>x</p>', /`who` is in the attribute `title` without quotes/],
  ['<a href="{{who}}">x</a>', /`who` is in the attribute `href`\. Only variables of the type `url`/],
  ['<a href="https://a.example/{{count}}">x</a>', /`count` is in the attribute `href`/],
  ['<img src="{{who}}">', /`who` is in the attribute `src`/],
  ['<a href={{link}}>x</a>', /`link` is in the attribute `href` without quotes/],
  ['<p {{who}}>x</p>', /`who` is in the name of an attribute/],
  ['<p a{{who}}="x">x</p>', /`who` is in the name of an attribute/],
  ['<{{who}}>x', /`who` is in the name of an element/],
  ['<h{{count}}>x</h1>', /`count` is in the name of an element/],
  ['<p>x</{{who}}>', /`who` is in the name of an element/],
  ['<p>x</p {{who}}>', /`who` is where browsers drop it/],
  ['<p title="a" title="{{who}}">x</p>', /`who` is where browsers drop it/],
  ['<p title="{{who}}', /`who` is where browsers drop it/],
  ['<!-- {{who}} -->', /`who` is in a comment/],
  ['<!{{who}}>', /`who` is in a comment/],
  ['<!--[if mso]>{{who}}<![endif]-->', /`who` is in a comment/],
  ['<style>p { color: {{who}} }</style>', /`who` is in <style>/],
  ['<p style="color: {{who}}">x</p>', /`who` is in the attribute `style`/],
  ['<table background="{{link}}"></table>', /`link` is in the attribute `background`/],
  ['<img srcset="{{link}} 2x">', /`link` is in the attribute `srcset`/],
]

/** HTML that is never valid, with or without variables. */
const FORBIDDEN: ReadonlyArray<readonly [html: string, message: RegExp]> = [
  ...[
    'script',
    'iframe',
    'form',
    'svg',
    'math',
    'object',
    'embed',
    'base',
    'link',
    'input',
    'button',
    'video',
  ].map((name) => [`<${name.toUpperCase()} a="b">`, new RegExp(`<${name}>`)] as const),
  ['<meta http-equiv=refresh content="0;url=https://a.example">', /<meta http-equiv>/],
  ['<p onclick="x()">x</p>', /`onclick`/],
  ['<p OnMouseOver=x>x</p>', /`onmouseover`/],
  ['<a href="javascript:x()">x</a>', /`href` has a link that runs code/],
  ['<a href=" java&#10;script:x()">x</a>', /`href` has a link that runs code/],
  ['<a href="data:text/html,x">x</a>', /`href` has a link that runs code/],
  ['<img src="VBScript:x">', /`src` has a link that runs code/],
]

describe('The lint of HTML in templates', () => {
  for (const html of FINE) it(`accepts ${html}`, () => expect(problemsOf(html)).to.deep.equal([]))

  for (const [html, message] of [...MISPLACED, ...FORBIDDEN])
    it(`refuses ${html}`, () => {
      const problems = problemsOf(html)
      expect(problems[0]).to.match(message)
    })

  it('reports each problem once, for any text', () => {
    expect(problemsOf('<p title={{who}}>x</p>'.repeat(100))).to.have.length(1)
    expect(problemsOf('zqx1z zqxq1z <p title={{who}}>{{who}}</p>')).to.have.length(1)
  })

  it('skips types if the variables are invalid, and texts without HTML', () => {
    const draft = { content: { channel: 'email', subject: 'S', text: 'T' } as const, variables: [] }
    expect(lintHtml(draft, htmlReader.read)).to.deep.equal([])
    const linked = { ...draft, content: { ...draft.content, html: '<a href="{{x}}">x</a>' } }
    expect(lintHtml(linked, htmlReader.read, (field) => field === '/variables')).to.deep.equal([])
    expect(lintHtml(linked, htmlReader.read)).to.have.length(1)
  })
})
