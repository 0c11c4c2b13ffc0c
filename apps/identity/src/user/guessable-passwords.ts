/**
 * What people make passwords of when a form asks for all four kinds of character. Compared after case, look-alike
 * characters and decoration are taken off, so that one word here stands for all of its `P@ssw0rd2024!`.
 */
export const GUESSABLE_WORDS: ReadonlySet<string> = new Set(
  `
  abcd abcdef access account admin administrator america angel april asdf asdfgh asdfghjkl august autumn baseball
  batman changeit changeme charlie chicago chicken company computer cookie dallas default december diamond dragon
  february flower football freedom friday george ginger guest hannah harley health healthcare hello helloworld
  hospital hunter iloveyou internet jennifer jessica jordan july june killer letmein letmeinnow london login love
  loveyou maggie march master matrix medical michael michelle mickey monday monkey mustang mypassword newpassword
  newyork nicole november nurse october orange panther pass passw password passwords patient pepper phoenix please
  princess purple qazwsx qwer qwert qwerty qwertyu qwertyuiop ranger referral samsung saturday secret secure
  security september shadow soccer spring starwars summer sunday sunshine superman superstar temp temporary test
  testing texas thomas thursday tigger trustno tuesday user username wednesday welcome welcomeback whatever winter
  yankees zaqwsx zxcv zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
);
