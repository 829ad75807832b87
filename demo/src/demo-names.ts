/** First names from many places. */
export const firstNames = names(`
  Aaliyah, Adaeze, Ahmed, Aisha, Alejandro, Amara, Anaïs, Andrzej, Anjali, Astrid, Ayşe, Benedikt, Björn,
  Caoimhe, Carmen, Chiara, Chloë, Daniel, Deepak, Diego, Dmitri, Ebony, Eilidh, Elif, Emeka, Esther, Fatima,
  Femi, François, Gabriela, Giulia, Grace, Hannah, Haruto, Hélène, Hiroshi, Ibrahim, Imani, Isabel, Jamal,
  Jasmine, Jens, Jin, João, Jürgen, Kamala, Katarzyna, Keisha, Kenji, Kofi, Lakshmi, Leila, Liam, Lucía,
  Łukasz, Mai, Malik, Marcus, Margaret, María, Matthew, Mei, Michelle, Mohammed, Nadia, Naomi, Ngozi, Niamh,
  Nikolai, Olivia, Omar, Oskar, Patricia, Pedro, Quynh, Rafael, Ravi, Renée, Robert, Rosa, Ruth, Sanjay, Sara,
  Seán, Simone, Sofia, Søren, Susan, Tariq, Thandiwe, Thomas, Tuấn, Uchenna, Vera, Victor, Wei, Xiomara, Yara,
  Yusuf, Zainab, Zoë
`)

/** Last names from as many. */
export const lastNames = names(`
  Abara, Achterberg, Adebayo, Aguirre, Alvarez, Andersson, Banerjee, Baptiste, Bauer, Becker, Bianchi, Brooks,
  Campbell, Carter, Castillo, Chen, Choi, Chowdhury, Çelik, Cohen, D'Angelo, Da Silva, Davies, Delacroix,
  Diallo, Dubois, Eriksen, Espinoza, Farouk, Fernández, Fischer, Flores, Fontaine, Gallagher, García,
  Gonçalves, Grant, Gupta, Haddad, Hansen, Hernández, Hoffmann, Hughes, Ito, Iyer, Jackson, Janssen, Jefferson,
  Jensen, Johansson, Jones, Kaya, Kelly, Khan, Kim, Kovács, Kowalski, Krüger, Kumar, Larsen, Laurent, Lee,
  Lefèvre, Lopez, Macdonald, Marino, Martin, Mbeki, Mitchell, Moreau, Müller, Murphy, Nakamura, Ndiaye, Nguyễn,
  Nielsen, Novák, O'Brien, O'Sullivan, Okonkwo, Olsen, Ortiz, Osei, Park, Patel, Pereira, Peña, Pham, Popescu,
  Quinn, Rahman, Ramírez, Reed, Rivera, Rossi, Saito, Sánchez, Schäfer, Schmidt, Şahin, Sharma, Silva, Singh,
  Smith-Jones, Sørensen, Suzuki, Takahashi, Taylor, Thompson, Torres, Tran, Van der Berg, Vasquez, Walker,
  Wang, Weiß, Williams, Wiśniewski, Wright, Yamamoto, Yılmaz, Young, Zhang, Zieliński
`)

/** Splits a list written in lines. */
function names(list: string): readonly string[] {
  return list.trim().split(/,\s+/)
}
