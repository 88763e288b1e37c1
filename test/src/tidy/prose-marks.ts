/** A pattern that plain technical English rarely has, and its replacement. */
export interface ProseMark {
  readonly name: string
  readonly pattern: RegExp
  readonly instead: string
}

const mark = (name: string, pattern: RegExp, instead: string): ProseMark => ({ name, pattern, instead })

/**
 * The patterns that texts are checked for. A mark shows a place to check, and budgets leave room for the good
 * ones (CONTRIBUTING.md).
 */
export const PROSE_MARKS: readonly ProseMark[] = [
  mark(
    'sentence without a subject',
    /(?:^|[.:;!?]\s+|\n\s*[-*|]?\s*)(?:Who|Whom|Whose|What|Which)\b(?![^.?!\n]{0,160}\?)/g,
    'name the person or thing',
  ),
  mark('whoever', /\b(?:who|what|which|where|how)ever\b(?!,)/gi, 'name the person or thing'),
  mark(
    'where for if',
    /\bwhere (?:it|there|an?|no|none|nothing|the|that|they|this|each|one|somebody|nobody|all|any)\b/gi,
    'if, when or for',
  ),
  mark('alone for only', /\b\w+ alone\b/gi, 'only'),
  mark('anew', /\banew\b/gi, 'again, new'),
  mark('no more', /\b(?:no more|any ?more)\b(?! than)/gi, 'no longer'),
  mark('begin', /\b(?:begin|begins|began|begun|beginning)\b/gi, 'start'),
  mark('stand', /\b(?:stand|stands|stood)\b(?!-| ?alone|ard)/gi, 'is, is stored'),
  mark('mend', /\bmend(?:s|ed|ing)?\b/gi, 'fix'),
  mark('tell', /\b(?:is|are|was|were|be) told\b|\btells?\b/gi, 'show, report, notify'),
  mark('answers', /\b(?:is|are|was|were) answered\b|\banswers\b/gi, 'returns, responds with'),
  mark('so many', /\bso many\b/gi, 'the number, per second'),
  mark('become of', /\b(?:become|became|becomes) of\b/gi, 'status'),
  mark('come to', /\b(?:come|comes|came) (?:to (?:nothing|it|be|an?|the)|here|of)\b/gi, 'amounts to, fails'),
  mark('of before', /\b(?:of|the (?:one|version|link|key|commit|program)) before\b/gi, 'the previous'),
  mark('look after, at, into', /\blook(?:s|ed)? (?:after|at|into)\b/gi, 'manage, read, check'),
  mark('somebody', /\b(?:some|no|every|any)body\b/gi, 'name the person or component'),
  mark('mails', /\bmails\b/gi, 'emails'),
  mark('is over', /\b(?:is|are|was|were) over\b/gi, 'expired, ended'),
  mark('at the most', /\bat the (?:most|least)\b/gi, 'at most, at least'),
  mark(
    'but for, shall',
    /\bbut for\b|\bbe it\b|\bshall\b|\bin vain\b|\btherein\b|\bthereof\b/gi,
    'except, must',
  ),
  mark('under way', /\bunder way\b/gi, 'in progress'),
  mark('lies in', /\b(?:lies|lie) (?:in|at|beside|under|there|outside)\b/gi, 'is in, is stored in'),
  mark('who may', /\bwho may\b/gi, 'people with the permission'),
  mark('it says', /\b(?:it|that|which) says\b/gi, 'sets, specifies'),
  mark('beside', /\bbeside\b/gi, 'next to, with'),
  mark('by which', /\b(?:by|of|in|on|from|to|with) (?:which|whom|whose)\b/gi, 'two sentences'),
  mark('is no', /\b(?:is|are) no (?!longer)\w+/gi, "isn't a"),
]

/** A place in a text, with its context. */
export interface MarkedPlace {
  readonly mark: ProseMark
  readonly excerpt: string
}

const BEFORE = 50
const AFTER = 60

/** The marks of a text, in the order of `PROSE_MARKS`. */
export const markedPlaces = (text: string): readonly MarkedPlace[] =>
  PROSE_MARKS.flatMap((each) =>
    [...text.matchAll(each.pattern)].map(({ index }) => ({
      mark: each,
      excerpt: text
        .slice(Math.max(0, index - BEFORE), index + AFTER)
        .replaceAll(/\s+/g, ' ')
        .trim(),
    })),
  )

/** The number of words in a text. */
export const wordCount = (text: string): number => text.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0
