/** Forms that no suffix rule leads to their word: the word, then its forms. Folded. */
const families = `
be was were been being
become became
begin began begun
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
cling clung
creep crept
deal dealt
dig dug
do did done
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
hang hung
have had
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lead led
leap leapt
learn learnt
leave left
lend lent
light lit
lose lost
make made
mean meant
meet met
pay paid
prove proven
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
speak spoke spoken
spend spent
spin spun
stand stood
steal stole stolen
stick stuck
sting stung
strike struck stricken
strive strove striven
swear swore sworn
sweep swept
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
withdraw withdrew withdrawn
write wrote written
bad worse worst
good better best
child children
man men
woman women
foot feet
goose geese
mouse mice
person people
tooth teeth
wife wives
wolf wolves
knife knives
leaf leaves
life lives
half halves
shelf shelves
thief thieves
analysis analyses
appendix appendices
crisis crises
criterion criteria
hypothesis hypotheses
index indices
matrix matrices
medium media
phenomenon phenomena
thesis theses
vertex vertices
`;

const words: ReadonlyMap<string, string> = new Map(
  families
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [word = '', ...forms] = line.split(' ');
      return forms.map((form): [string, string] => [form, word]);
    }),
);

/** The word that a folded English form belongs to, when no rule of suffixes would find it. */
export function regular(folded: string): string {
  return words.get(folded) ?? folded;
}
