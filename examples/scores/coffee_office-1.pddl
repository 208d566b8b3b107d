; The rooms of coffee_office.py: p21 is the place in column 2 of row 1.

(define (problem coffee-office-1)
  (:domain coffee-office)
  (:objects
    p00 p10 p20 p30 p40 - place
    p01 p11 p21 p31 p41 - place
    p02 p12 p22 p32 p42 - place
  )
  (:init (at p00)
    (coffee p20) (plant p11) (plant p31) (mail p02) (office p42)
    (next p00 p10) (next p00 p01)
    (next p10 p20) (next p10 p00) (next p10 p11)
    (next p20 p30) (next p20 p10) (next p20 p21)
    (next p30 p40) (next p30 p20) (next p30 p31)
    (next p40 p30) (next p40 p41)
    (next p01 p11) (next p01 p02) (next p01 p00)
    (next p11 p21) (next p11 p01) (next p11 p12) (next p11 p10)
    (next p21 p31) (next p21 p11) (next p21 p22) (next p21 p20)
    (next p31 p41) (next p31 p21) (next p31 p32) (next p31 p30)
    (next p41 p31) (next p41 p42) (next p41 p40)
    (next p02 p12) (next p02 p01)
    (next p12 p22) (next p12 p02) (next p12 p11)
    (next p22 p32) (next p22 p12) (next p22 p21)
    (next p32 p42) (next p32 p22) (next p32 p31)
    (next p42 p32) (next p42 p41)
  ))
